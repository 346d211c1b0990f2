import { type FormEvent, useRef, useState } from 'react'
import { StoreError } from '../../clients/store-error.ts'
import type { Booking } from '../../contracts/booking.ts'
import type { WeekView } from '../../contracts/live.ts'
import { clockTime, longDay } from '../i18n/format.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { type Translate, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { login, settledSession, useSession } from '../session/session.ts'
import { BookingConfirmation } from './booking-confirmation.tsx'
import { FieldErrors, Refusal } from './booking-errors.tsx'
import { BookingFields } from './booking-fields.tsx'
import { BookingQuote } from './booking-quote.tsx'
import type { BookableMachine } from './machine-picker.tsx'
import { errorsOf, readWish, type Wish, type WishErrors } from './wish.ts'

interface BookingFormProps {
  machines: BookableMachine[]
  machine: number
  day: string
  week: WeekView
  /** Chosen in the grid; the form and the grid show the same. */
  chosen: { from: string; until: string } | null
  book: (wish: Wish, key: string) => Promise<Booking>
  onBooked: () => void
}

type Result =
  | { kind: 'none' | 'busy' | 'unsigned' }
  | { kind: 'invalid'; errors: WishErrors }
  | { kind: 'refused'; error: unknown }
  | { kind: 'booked'; booking: Booking }

/**
 * The plain way to book, beside the grid and equal to it: native fields, one button. Without JavaScript it shows the
 * week that was asked for.
 */
export function BookingForm({ machines, machine, day, week, chosen, book, onBooked }: BookingFormProps) {
  const { status } = useSession()
  const locale = useLocale()
  const t = useTranslate()
  const [result, setResult] = useState<Result>({ kind: 'none' })
  // Known at once, where the state comes with the next render: a double click books once.
  const running = useRef(false)
  // A wish keeps its key until it is answered: asked again after a lost answer, it is booked once.
  const key = useRef({ wish: '', key: '' })
  const picked = chosen ? `${chosen.from} ${chosen.until}` : ''
  // What the fields say once somebody has changed them, until the grid chooses anew.
  const [edited, setEdited] = useState<{ picked: string; wish: Wish } | null>(null)
  const inGrid = chosen && { machine, fromDateTime: chosen.from, untilDateTime: chosen.until }
  const wish = edited?.picked === picked ? edited.wish : inGrid
  const valid = wish && Object.keys(errorsOf(wish)).length === 0 ? wish : null
  const named = (id: number) => machines.find((each) => each.id === id)

  const send = async (asked: Wish) => {
    const { status: known } = await settledSession()
    if (known !== 'authenticated') {
      const leaves = await login(addressOf(asked, locale))
      return setResult({ kind: leaves ? 'none' : 'unsigned' })
    }
    const named = JSON.stringify(asked)
    if (key.current.wish !== named) key.current = { wish: named, key: crypto.randomUUID() }
    const booking = await book(asked, key.current.key).catch((error: unknown) => {
      if (error instanceof StoreError && error.status < 500) key.current = { wish: '', key: '' }
      throw error
    })
    key.current = { wish: '', key: '' }
    setResult({ kind: 'booked', booking })
    setEdited(null)
    onBooked()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (running.current) return
    const asked = readWish(new FormData(event.currentTarget))
    const errors = errorsOf(asked)
    if (Object.keys(errors).length > 0) return setResult({ kind: 'invalid', errors })
    running.current = true
    setResult({ kind: 'busy' })
    await send(asked).catch((error: unknown) => setResult({ kind: 'refused', error }))
    running.current = false
  }

  return (
    <form
      className="booking-form"
      method="get"
      noValidate
      onSubmit={(event) => void submit(event)}
      onChange={(event) => setEdited({ picked, wish: readWish(new FormData(event.currentTarget)) })}
    >
      <h2>{t('booking_form_title')}</h2>
      <p className="summary" aria-live="polite">
        {valid ? summaryOf(valid, named(valid.machine)?.name ?? '', locale, t) : t('booking_form_choose')}
      </p>
      {result.kind === 'invalid' && <FieldErrors errors={result.errors} />}
      {result.kind === 'unsigned' && (
        <p className="notice error" role="alert">
          {t('site_sign_in_failed')}
        </p>
      )}
      {result.kind === 'refused' && <Refusal error={result.error} />}
      <BookingFields
        key={picked}
        machines={machines}
        machine={machine}
        day={day}
        week={week}
        chosen={chosen}
        errors={result.kind === 'invalid' ? result.errors : {}}
      />
      <BookingQuote
        wish={valid}
        today={week.today}
        price={t('booking_form_price', { price: named(wish?.machine ?? machine)?.price ?? '' })}
      />
      <button type="submit" id="booking-submit" className="button" aria-disabled={result.kind === 'busy'}>
        {t(submitText(result.kind === 'busy', status))}
      </button>
      <noscript>
        <button type="submit" className="button">
          {t('booking_form_show')}
        </button>
        <p className="notice">{t('booking_needs_script')}</p>
      </noscript>
      <BookingConfirmation
        booked={result.kind === 'booked' ? result.booking : null}
        machineName={(id) => named(id)?.name ?? ''}
      />
    </form>
  )
}

/** Where the visitor is after signing in, with the same time chosen. */
function addressOf({ machine, fromDateTime, untilDateTime }: Wish, locale: Locale): string {
  const day = fromDateTime.slice(0, 10)
  return paths.bookingAt(locale, { machine, day, from: fromDateTime, until: untilDateTime })
}

function summaryOf({ fromDateTime, untilDateTime }: Wish, machine: string, locale: Locale, t: Translate) {
  return t('booking_form_summary', {
    machine,
    day: longDay(fromDateTime, locale),
    from: clockTime(fromDateTime),
    until: clockTime(untilDateTime),
  })
}

function submitText(busy: boolean, status: string) {
  if (busy) return 'booking_submit_busy'
  return status === 'anonymous' ? 'booking_sign_in_and_book' : 'booking_submit'
}
