import { useEffect, useRef } from 'react'
import { StoreError } from '../../clients/store-error.ts'
import { clockTime, longDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'

/** Why a booking was not made: every reason with its next possible time, as the server says it. */
export function BookingErrors({ error }: { error: unknown }) {
  const locale = useLocale()
  const t = useTranslate()
  const summary = useRef<HTMLDivElement>(null)
  const shown = error !== null && error !== 'until'
  useEffect(() => {
    if (shown) summary.current?.focus()
  }, [shown, error])
  if (!shown) return null

  const refusals = error instanceof StoreError ? (error.problem?.refusals ?? []) : []
  const next = refusals.find(({ nextPossible }) => nextPossible)?.nextPossible
  return (
    <div ref={summary} className="notice error" role="alert" tabIndex={-1}>
      <h3>{t('booking_error_title')}</h3>
      {refusals.length > 0 ? (
        <ul>
          {refusals.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ul>
      ) : (
        <p>{sentenceOf(error)}</p>
      )}
      {next && <p>{t('booking_error_next', { day: longDay(next, locale), time: clockTime(next) })}</p>}
    </div>
  )
}

/** Specification section 8: the server's message, 'Fehler: {status}', or the sentence of a failed validation. */
function sentenceOf(error: unknown): string {
  if (error instanceof StoreError) return error.message
  if (error instanceof Error && error.message.startsWith('Validation failed')) return error.message
  return 'Unerwarteter Fehler'
}
