import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Booking } from '../../contracts/booking.ts'
import type { WeekView } from '../../contracts/live.ts'
import { clockTime, longDay, money } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { login, useSession } from '../session/session.ts'
import { Link } from '../shell/link.tsx'
import { BookingErrors } from './booking-errors.tsx'
import type { BookableMachine } from './machine-picker.tsx'
import { timesOfDay } from './times.ts'

/** What the form asks for; wall-clock times of the space. */
export interface Wish {
  machine: number
  fromDateTime: string
  untilDateTime: string
}

interface BookingFormProps {
  machines: BookableMachine[]
  machine: number
  day: string
  week: WeekView
  /** Chosen in the grid; the form and the grid show the same. */
  chosen: { from: string; until: string } | null
  book: (wish: Wish) => Promise<Booking>
  onBooked: () => void
}

/**
 * The plain way to book, beside the grid and equal to it: native fields, one button. Without JavaScript it shows the
 * week that was asked for.
 */
export function BookingForm({ machines, machine, day, week, chosen, book, onBooked }: BookingFormProps) {
  const { status } = useSession()
  const locale = useLocale()
  const t = useTranslate()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [booked, setBooked] = useState<Booking | null>(null)
  const times = timesOfDay(week)
  const machineName = (wanted: number) => machines.find((each) => each.id === wanted)?.name ?? ''
  const current = machines.find((each) => each.id === machine)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wish = readWish(event.currentTarget)
    setBooked(null)
    setError(null)
    if (wish.untilDateTime <= wish.fromDateTime) return setError('until')
    if (status !== 'authenticated') {
      const [from, until] = [wish.fromDateTime, wish.untilDateTime]
      return login(paths.bookingAt(locale, { machine: wish.machine, day: from.slice(0, 10), from, until }))
    }
    setBusy(true)
    try {
      setBooked(await book(wish))
      onBooked()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} className="booking-form" method="get" onSubmit={(event) => void submit(event)}>
      <h2>{t('booking_form_title')}</h2>
      <p className="summary">
        {chosen
          ? t('booking_form_summary', {
              machine: machineName(machine),
              day: longDay(chosen.from, locale),
              from: clockTime(chosen.from),
              until: clockTime(chosen.until),
            })
          : t('booking_form_choose')}
      </p>
      <BookingErrors error={error} />
      <div className="field">
        <label htmlFor={`${id}-machine`}>{t('booking_form_machine')}</label>
        <select id={`${id}-machine`} name="machine" defaultValue={machine}>
          {machines.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-day`}>{t('booking_form_day')}</label>
        <input
          id={`${id}-day`}
          name="day"
          type="date"
          required
          min={week.today}
          defaultValue={chosen?.from.slice(0, 10) ?? day}
          key={chosen?.from ?? day}
        />
      </div>
      <div className="times">
        <TimeField id={`${id}-from`} name="from" times={times.starts} value={chosen?.from} />
        <TimeField
          id={`${id}-until`}
          name="until"
          times={times.ends}
          value={chosen?.until}
          invalid={error === 'until' ? t('booking_error_until') : null}
        />
      </div>
      {current && <p className="hint">{priceText(current)}</p>}
      <button id="booking-submit" className="button" disabled={busy}>
        {t(
          busy
            ? 'booking_submit_busy'
            : status === 'anonymous'
              ? 'booking_sign_in_and_book'
              : 'booking_submit',
        )}
      </button>
      <noscript>
        <p className="notice">{t('booking_needs_script')}</p>
      </noscript>
      <Confirmation booked={booked} machineName={machineName} />
    </form>
  )

  function priceText({ price }: BookableMachine): string {
    if (Number(price.amount) === 0 || !price.seconds) return t('booking_form_free_of_charge')
    const perHour = money(String((Number(price.amount) * 3600) / price.seconds), locale)
    return t('booking_form_price', { price: t('site_live_price_hour', { price: perHour }) })
  }
}

interface TimeFieldProps {
  id: string
  name: 'from' | 'until'
  times: string[]
  /** Whole wall-clock time; its clock face is chosen. */
  value: string | undefined
  invalid?: string | null
}

function TimeField({ id, name, times, value, invalid = null }: TimeFieldProps) {
  const t = useTranslate()
  const time =
    value === undefined ? undefined : name === 'until' && value.endsWith('T00:00') ? '24:00' : value.slice(11)
  return (
    <div className="field">
      <label htmlFor={id}>{t(name === 'from' ? 'booking_form_from' : 'booking_form_until')}</label>
      <select
        id={id}
        name={name}
        defaultValue={time}
        key={time}
        aria-invalid={invalid !== null}
        aria-describedby={invalid ? `${id}-error` : undefined}
      >
        {times.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      {invalid && (
        <p id={`${id}-error`} className="error">
          {invalid}
        </p>
      )}
    </div>
  )
}

function Confirmation({
  booked,
  machineName,
}: {
  booked: Booking | null
  machineName: (id: number) => string
}) {
  const locale = useLocale()
  const t = useTranslate()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (booked) link.current?.focus()
  }, [booked])
  const resource =
    booked && (typeof booked.resource === 'object' ? booked.resource.id : Number(booked.resource))
  return (
    <div role="status" className={booked ? 'notice success' : undefined}>
      {booked && (
        <>
          <p>
            {t('booking_done', {
              machine: machineName(resource ?? 0),
              day: longDay(booked.fromDateTime, locale),
              from: clockTime(booked.fromDateTime),
              until: clockTime(booked.untilDateTime),
            })}
          </p>
          <Link ref={link} to={paths.me(locale, 'bookings')}>
            {t('booking_done_link')}
          </Link>
        </>
      )}
    </div>
  )
}

function readWish(form: HTMLFormElement): Wish {
  const data = new FormData(form)
  const day = String(data.get('day'))
  return {
    machine: Number(data.get('machine')),
    fromDateTime: `${day}T${String(data.get('from'))}`,
    untilDateTime: endOf(day, String(data.get('until'))),
  }
}

/** `24:00` is midnight of the next day on the wire. */
function endOf(day: string, time: string): string {
  if (time !== '24:00') return `${day}T${time}`
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return `${next.toISOString().slice(0, 10)}T00:00`
}
