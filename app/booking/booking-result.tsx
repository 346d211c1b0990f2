import { useEffect, useRef } from 'react'
import { errorMessage, MissingMember, StoreError } from '../../clients/store-error.ts'
import type { TrainingWay } from '../../contracts/live.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { clockTime, longDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { Link } from '../frame/link.tsx'
import * as paths from '../paths.ts'
import { SignInButton } from '../session/sign-in-button.tsx'
import { MissingLink } from './access-notice.tsx'
import { CalendarButton } from './calendar-button.tsx'
import type { Done, Purpose } from './use-request.ts'

interface BookingConfirmationProps {
  done: Done | null
  /** Deadline of free cancellation in words; empty when unknown. */
  deadline: string
  equipmentName: (id: number) => string
}

/** Says what was done and moves the focus there. The live region exists before, so that it is announced. */
export function BookingConfirmation({ done, deadline, equipmentName }: BookingConfirmationProps) {
  const locale = useLocale()
  const t = useTranslate()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (done) link.current?.focus()
  }, [done])
  return (
    <div role="status" className={done ? 'notice success' : undefined}>
      {done && (
        <>
          <p>
            {t(words[done.purpose], {
              machine: equipmentName(done.equipmentId),
              day: longDay(done.fromDateTime, locale),
              from: clockTime(done.fromDateTime),
              until: clockTime(done.untilDateTime),
            })}
          </p>
          {deadline && done.booking !== null && <p>{deadline}</p>}
          <div className="booking-next">
            <Link ref={link} to={paths.me(locale, 'bookings')}>
              {t('booking_done_link')}
            </Link>
            {done.booking !== null && <CalendarButton booking={done.booking} />}
          </div>
        </>
      )}
    </div>
  )
}

const words: Record<Purpose, MessageKey> = {
  book: 'booking_done',
  move: 'booking_moved',
  wait: 'booking_waiting',
}

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
  training: TrainingWay | null | undefined
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
        <ul>
          {refusals.map(({ code, message }) => (
            <li key={code}>
              {message} <MissingLink code={code} training={training} />
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
      {error instanceof MissingMember && <p>{t('booking_error_no_member')}</p>}
      {next && <p>{t('booking_error_next', { day: longDay(next, locale), time: clockTime(next) })}</p>}
    </ErrorSummary>
  )
}
