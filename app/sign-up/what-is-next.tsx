import type { SubmissionResult } from '@conform-to/react'
import type { Order } from '../../contracts/order.ts'
import { Link } from '../frame/link.tsx'
import { longDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { SignInButton } from '../session/sign-in-button.tsx'
import { ResendVerification } from './resend-verification.tsx'

/** A date of a course that new members begin with. */
export interface Introduction {
  course: number
  date: number
  title: string
  /** Wall-clock time of the space. */
  from: string
}

interface WhatIsNextProps {
  order: Order
  email: string
  /** Somebody signed in, so the address is known to be theirs. */
  isSignedIn: boolean
  /** The visitor asked for a new account on the way. */
  isNewAccount: boolean
  canResend: boolean
  introduction: Introduction | null
  answered: SubmissionResult | undefined
}

/** The end of a sign-up: the card's number, and the next three things to do. */
export function WhatIsNext({ order, email, isSignedIn, isNewAccount, ...props }: WhatIsNextProps) {
  const { canResend, introduction, answered } = props
  const t = useTranslate()
  const locale = useLocale()
  return (
    <>
      {order.memberNumber && (
        <p className="member-number">
          <span>{t('onboarding_member_number')}</span>
          <b>{order.memberNumber}</b>
        </p>
      )}
      <h2>{t('onboarding_next_title')}</h2>
      <ol className="next-steps">
        {!isSignedIn && !isNewAccount && (
          <li>
            <h3>{t('onboarding_next_sign_in')}</h3>
            <p>{t('onboarding_next_sign_in_text', { email })}</p>
            <p>
              <SignInButton quiet returnTo={paths.me(locale)}>
                {t('site_sign_in')}
              </SignInButton>
            </p>
          </li>
        )}
        {!isSignedIn && isNewAccount && (
          <li>
            <h3>{t('onboarding_next_confirm')}</h3>
            <p>{t('onboarding_next_confirm_text', { email })}</p>
            {canResend && (
              <details>
                <summary>{t('auth_resend_title')}</summary>
                <ResendVerification quiet address={email} answered={answered} />
              </details>
            )}
          </li>
        )}
        {introduction && (
          <li>
            <h3>{t('onboarding_next_training')}</h3>
            <p>
              {t('onboarding_next_training_text')}{' '}
              <a href={paths.event(locale, introduction.course, introduction.title)}>{introduction.title}</a>,{' '}
              {longDay(introduction.from, locale)}
            </p>
            <p>
              <a
                className="button quiet"
                href={paths.eventCalendar(locale, introduction.course, introduction.date)}
                download
              >
                {t('onboarding_next_calendar')}
              </a>
            </p>
          </li>
        )}
        {order.kind === 'team' && (
          <li>
            <h3>{t('onboarding_next_invite')}</h3>
            <p>{t('onboarding_next_invite_text')}</p>
            <p>
              <Link className="button" to={paths.me(locale, 'team')}>
                {t('onboarding_next_invite_button')}
              </Link>
            </p>
          </li>
        )}
        <li>
          <h3>{t('onboarding_next_book')}</h3>
          <p>{t('onboarding_next_book_text')}</p>
          <p>
            <Link className={order.kind === 'team' ? 'button quiet' : 'button'} to={paths.booking(locale)}>
              {t('onboarding_next_book_button')}
            </Link>
          </p>
        </li>
      </ol>
    </>
  )
}
