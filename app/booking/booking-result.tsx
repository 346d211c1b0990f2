import { errorMessage, MissingMember, StoreError } from '../../clients/store-error.ts'
import type { TrainingWays } from '../../contracts/live.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { clockTime, longDay } from '../i18n/format.ts'
import { Link } from '../frame/link.tsx'
import { useLocale } from '../i18n/locale.ts'
import * as paths from '../paths.ts'
import { useTranslate } from '../i18n/messages.ts'
import { SignInButton } from '../session/sign-in-button.tsx'
import { MissingLink } from './access-notice.tsx'

/**
 * Why a booking was refused: every reason and the next possible time, as the server says it.
 * @param returnTo address to return to when the session has ended
 * @param training the way to the training for the refused equipment
 */
export function Refusal({
  error,
  returnTo,
  training,
}: {
  error: unknown
  returnTo: string
  training: TrainingWays | null | undefined
}) {
  const locale = useLocale()
  const t = useTranslate()
  const refusals = error instanceof StoreError ? (error.problem?.refusals ?? []) : []
  const next = refusals.find(({ nextPossible }) => nextPossible)?.nextPossible
  // The text of a response that does not fit its contract is shown unchanged (E16); the advice
  // follows below.
  const unread = error instanceof Error && error.message.startsWith('Validation failed')
  // The booking may exist. The form retries with the same key.
  const isUnanswered = error instanceof StoreError && error.status >= 500
  return (
    <ErrorSummary title={t('form_error_title')} about={error}>
      {refusals.length > 0 ? (
        <ul className="ways">
          {refusals.map(({ code, message }) => (
            <li key={code}>
              <span>{message}</span> <MissingLink code={code} training={training} />
            </li>
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
      {error instanceof MissingMember && (
        <>
          <p>{t('booking_error_no_member')}</p>
          <Link to={paths.onboarding(locale)}>{t('booking_error_join')}</Link>
        </>
      )}
      {next && <p>{t('booking_error_next', { day: longDay(next, locale), time: clockTime(next) })}</p>}
    </ErrorSummary>
  )
}
