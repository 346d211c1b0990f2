import { errorMessage, MissingMember, StoreError } from '../../clients/store-error.ts'
import { ErrorLinks, ErrorSummary } from '../forms/error-summary.tsx'
import { clockTime, longDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { SignInButton } from '../session/sign-in-button.tsx'
import type { WishErrors } from './booking-request.ts'

/** What is wrong with the fields, with a link to each of them. @param about takes the focus when it changes */
export function FieldErrors({ errors, about }: { errors: WishErrors; about: unknown }) {
  const t = useTranslate()
  return (
    <ErrorSummary title={t('form_error_title')} about={about}>
      <ErrorLinks form="booking" errors={errors} />
    </ErrorSummary>
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
    <ErrorSummary title={t('form_error_title')} about={error}>
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
    </ErrorSummary>
  )
}
