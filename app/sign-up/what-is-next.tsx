import type { SubmissionResult } from '@conform-to/react'
import { useRouteLoaderData } from 'react-router'
import type { Order } from '../../contracts/order.ts'
import { Link } from '../frame/link.tsx'
import { longDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { type CardData, MemberCard } from '../me/member-card.tsx'
import * as paths from '../paths.ts'
import type { loader as rootLoader } from '../root.tsx'
import { SignInButton } from '../session/sign-in-button.tsx'
import { ResendVerification } from './resend-verification.tsx'

/** The next date of a course that new members begin with. */
export interface Introduction {
  course: number
  title: string
  /** Id of the date. */
  date: number
  /** Wall-clock time of the space. */
  from: string
}

export interface WhatIsNextProps {
  order: Order
  /** The owner of the shown card. */
  person: Pick<CardData, 'firstName' | 'lastName' | 'company'> | null
  /** The card shows the photo of the sign-up. */
  hasPhoto: boolean
  email: string
  /** Somebody signed in, so the address is known to be theirs. */
  isSignedIn: boolean
  /** The visitor asked for a new account on the way. */
  isNewAccount: boolean
  canResend: boolean
  introductions: Introduction[]
  answered: SubmissionResult | undefined
}

/** The end of a sign-up: the member card, and the next things to do. The first of them has the main action. */
export function WhatIsNext({ order, email, isSignedIn, isNewAccount, ...props }: WhatIsNextProps) {
  const { person, hasPhoto, canResend, introductions, answered } = props
  const spaceName = useRouteLoaderData<typeof rootLoader>('root')?.space.name ?? ''
  const t = useTranslate()
  const locale = useLocale()
  // Nobody can book before they have signed in, nor sign in before the address is confirmed.
  const main = (isFirst: boolean) => (isSignedIn && isFirst ? 'button' : 'button quiet')
  return (
    <>
      {order.memberNumber && person && (
        <MemberCard
          photo={hasPhoto ? paths.page(locale, 'onboarding/photo.jpg') : null}
          card={{
            ...person,
            spaceName,
            number: order.memberNumber,
            state: 'active',
            since: order.placedAt.slice(0, 7),
            packages: [order.name[locale]],
          }}
        />
      )}
      <h2>{t('onboarding_next_title')}</h2>
      <ol className="next-steps">
        {!isSignedIn && !isNewAccount && (
          <li>
            <h3>{t('onboarding_next_sign_in')}</h3>
            <p>{t('onboarding_next_sign_in_text', { email })}</p>
            <p>
              <SignInButton returnTo={paths.me(locale)}>{t('site_sign_in')}</SignInButton>
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
        {order.kind === 'team' && (
          <li>
            <h3>{t('onboarding_next_invite')}</h3>
            <p>{t('onboarding_next_invite_text')}</p>
            <p>
              <Link className={main(true)} to={paths.me(locale, 'team')}>
                {t('onboarding_next_invite_button')}
              </Link>
            </p>
          </li>
        )}
        {introductions.length > 0 && (
          <li>
            <h3>{t('onboarding_next_training')}</h3>
            <p>{t('onboarding_next_training_text')}</p>
            <ul className="next-trainings">
              {introductions.map(({ course, title, date, from }) => (
                <li key={course}>
                  <Link to={paths.event(locale, course, title)}>{title}</Link>{' '}
                  <span>{longDay(from, locale)}</span>
                  <a href={paths.eventCalendar(locale, course, date)} download>
                    {t('events_calendar')} <span className="visually-hidden">{title}</span>
                  </a>
                </li>
              ))}
            </ul>
            <p>
              <Link className={main(order.kind !== 'team')} to={paths.page(locale, 'events?kind=training')}>
                {t('onboarding_next_training_button')}
              </Link>
            </p>
          </li>
        )}
        <li>
          <h3>{t('onboarding_next_book')}</h3>
          <p>{t('onboarding_next_book_text')}</p>
          <p>
            <Link
              className={main(order.kind !== 'team' && introductions.length === 0)}
              to={paths.booking(locale)}
            >
              {t('onboarding_next_book_button')}
            </Link>
          </p>
        </li>
      </ol>
    </>
  )
}
