import { type ReactNode, useEffect, useRef } from 'react'
import { errorMessage, MissingMember, StoreError } from '../../clients/store-error.ts'
import { clockTime, longDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { SignInButton } from '../session/sign-in-button.tsx'
import type { WishErrors } from './booking-request.ts'

/** What is wrong with the fields, with a way to each of them. @param about with something new it takes the focus */
export function FieldErrors({ errors, about }: { errors: WishErrors; about: unknown }) {
  const t = useTranslate()
  return (
    <Summary about={about}>
      <ul>
        {Object.entries(errors).map(([name, message]) => (
          <li key={name}>
            <a href={`#booking-${name}`}>{t(message)}</a>
          </li>
        ))}
      </ul>
    </Summary>
  )
}

/**
 * Why a booking was not made: every reason with the next possible time, as the server says it.
 * @param returnTo where to go on after signing in, should that be missing
 */
export function Refusal({ error, returnTo }: { error: unknown; returnTo: string }) {
  const locale = useLocale()
  const t = useTranslate()
  const refusals = error instanceof StoreError ? (error.problem?.refusals ?? []) : []
  const next = refusals.find(({ nextPossible }) => nextPossible)?.nextPossible
  // Specification section 8: such a sentence is shown as it stands; what to do about it stands below.
  const unread = error instanceof Error && error.message.startsWith('Validation failed')
  // It may have been done all the same; the form asks again with the same key.
  const isUnanswered = error instanceof StoreError && error.status >= 500
  return (
    <Summary about={error}>
      {refusals.length > 0 ? (
        <ul>
          {refusals.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ul>
      ) : (
        <p>{unread ? error.message : errorMessage(error)}</p>
      )}
      {unread && <p>{t('booking_error_unread')}</p>}
      {isUnanswered && <p>{t('booking_error_unanswered')}</p>}
      {error instanceof StoreError && error.status === 401 && (
        <SignInButton returnTo={returnTo}>{t('site_sign_in')}</SignInButton>
      )}
      {error instanceof MissingMember && <p>{t('booking_error_no_member')}</p>}
      {next && <p>{t('booking_error_next', { day: longDay(next, locale), time: clockTime(next) })}</p>}
    </Summary>
  )
}

/** Takes the focus with everything new that it is about. */
function Summary({ about, children }: { about: unknown; children: ReactNode }) {
  const t = useTranslate()
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (about) summary.current?.focus()
  }, [about])
  return (
    <div ref={summary} className="notice error" role="alert" tabIndex={-1}>
      <h3>{t('booking_error_title')}</h3>
      {children}
    </div>
  )
}
