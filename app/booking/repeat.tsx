import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../../clients/store-error.ts'
import { SubmitButton } from '../forms/submit-button.tsx'
import { clockTime, longDay, money } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { useConnector } from '../live/use-connector.ts'
import { useMemberWrite } from '../live/use-member-write.ts'
import { useSession } from '../session/session.ts'
import type { Wish } from './booking-request.ts'
import { bookDates, judgeWeeks, type RepeatDate } from './repeat-dates.ts'

/** Repeats a booking in the coming weeks: each date is judged on its own, then one confirmation books the chosen ones. */
export function Repeat({ wish }: { wish: Wish }) {
  const connector = useConnector()
  const { member } = useSession()
  const t = useTranslate()
  const judged = useMutation({
    mutationFn: async () => judgeWeeks(await connector(), wish, member?.id ?? 0),
  })
  if (judged.data) return <RepeatForm dates={judged.data} />
  return (
    <>
      <button
        type="button"
        className="button quiet"
        aria-disabled={judged.isPending}
        onClick={() => !judged.isPending && judged.mutate()}
      >
        {t(judged.isPending ? 'repeat_judging' : 'repeat_open')}
      </button>
      {judged.error && (
        <p className="notice error" role="alert">
          {errorMessage(judged.error)}
        </p>
      )}
    </>
  )
}

function RepeatForm({ dates }: { dates: RepeatDate[] }) {
  const { member } = useSession()
  const locale = useLocale()
  const t = useTranslate()
  const [left, setLeft] = useState<readonly string[]>([])
  const { state, isBusy, submit } = useMemberWrite((connector, chosen: RepeatDate[]) =>
    bookDates(connector, chosen, member?.id ?? 0),
  )
  const results = state.kind === 'done' ? state.answer : null
  const possible = dates.filter(({ quote }) => quote.refusals.length === 0)
  const chosen = possible.filter(({ key }) => !left.includes(key))
  const total =
    chosen.reduce((sum, { quote }) => sum + Math.round(Number(quote.cost?.price ?? 0) * 100), 0) / 100
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen.length > 0) void submit(chosen)
  }
  const toggle = (key: string) =>
    setLeft(left.includes(key) ? left.filter((each) => each !== key) : [...left, key])
  return (
    <form className="repeat" onSubmit={onSubmit}>
      <fieldset>
        <legend>{t('repeat_title')}</legend>
        {dates.length === 0 && <p>{t('repeat_none')}</p>}
        {dates.map(({ key, fromDateTime, untilDateTime, quote }) => {
          const result = results?.find((each) => each.fromDateTime === fromDateTime)
          const reason = result?.message || quote.refusals.map(({ message }) => message).join(' ')
          const when = `${longDay(fromDateTime, locale)}, ${timeSpan({ fromDateTime, untilDateTime })}`
          if (results || quote.refusals.length > 0)
            return (
              <p key={key} data-state={result?.booked ? 'booked' : 'refused'}>
                {when}: {result?.booked ? t('ticket_booked') : reason || t('repeat_left')}
              </p>
            )
          return (
            <label key={key}>
              <input type="checkbox" checked={!left.includes(key)} onChange={() => toggle(key)} />
              <span>
                {when}
                {quote.cost && <small>{money(quote.cost.price, locale)}</small>}
              </span>
            </label>
          )
        })}
      </fieldset>
      {state.kind === 'failed' && (
        <p className="notice error" role="alert">
          {errorMessage(state.error)} {t('booking_error_unanswered')}
        </p>
      )}
      <p role="status">
        {results && t('repeat_done', { count: results.filter(({ booked }) => booked).length })}
      </p>
      {!results && total > 0 && <p className="hint">{t('repeat_payment')}</p>}
      {!results && chosen.length > 0 && (
        <SubmitButton isBusy={isBusy}>
          {t(isBusy ? 'booking_submit_busy' : submitWords(chosen.length, total), {
            count: chosen.length,
            price: money(String(total), locale),
          })}
        </SubmitButton>
      )}
    </form>
  )
}

function submitWords(count: number, total: number): MessageKey {
  if (count === 1) return total > 0 ? 'repeat_submit_price_one' : 'repeat_submit_one'
  return total > 0 ? 'repeat_submit_price' : 'repeat_submit'
}

/** "9:00–11:00", which does not break. */
function timeSpan(time: { fromDateTime: string; untilDateTime: string }): string {
  return `${clockTime(time.fromDateTime)}\u2060–\u2060${clockTime(time.untilDateTime)}`
}
