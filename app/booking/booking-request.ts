import type { WeekSlot, WeekView } from '../../contracts/live.ts'
import type { MessageKey } from '../i18n/messages.ts'

/** The values of the booking form; wall-clock times of the space. */
export interface Wish {
  equipmentId: number
  fromDateTime: string
  untilDateTime: string
}

export type WishErrors = Partial<Record<'day' | 'from' | 'until' | 'terms', MessageKey>>

/** Reads the fields. Empty fields give incomplete times, which `errorsOf` reports. */
export function readWish(form: FormData): Wish {
  const day = String(form.get('day'))
  const until = String(form.get('until'))
  return {
    equipmentId: Number(form.get('machine')),
    fromDateTime: `${day}T${String(form.get('from'))}`,
    // `24:00` is midnight of the next day on the wire.
    untilDateTime: until === '24:00' && isDay(day) ? `${dayAfter(day)}T00:00` : `${day}T${until}`,
  }
}

/**
 * Checks what the browser can check; returns the message of each wrong field.
 * @param lacksTerms the space has terms of service that are not accepted (B26)
 */
export function errorsOf(wish: Wish, { lacksTerms = false } = {}): WishErrors {
  return { ...timeErrorsOf(wish), ...(lacksTerms && { terms: 'booking_error_terms' }) }
}

function timeErrorsOf({ fromDateTime, untilDateTime }: Wish): WishErrors {
  const [day = '', from] = fromDateTime.split('T')
  const until = untilDateTime.split('T')[1]
  if (!isDay(day) || !from || !until)
    return {
      ...(!isDay(day) && { day: 'booking_error_day' }),
      ...(!from && { from: 'booking_error_from' }),
      ...(!until && { until: 'booking_error_until_missing' }),
    }
  return untilDateTime <= fromDateTime ? { until: 'booking_error_until' } : {}
}

/** Returns the time as the lists show it: `24:00` for the end of a day. @param local YYYY-MM-DDTHH:mm */
export function timeFace(local: string, name: 'from' | 'until'): string {
  return name === 'until' && local.endsWith('T00:00') ? '24:00' : (local.split('T')[1] ?? '')
}

/** Returns the starts and ends of the week for the lists of the form. */
export function timesOfDay(week: WeekView): { starts: string[]; ends: string[] } {
  const starts = new Set<string>()
  const ends = new Set<string>()
  for (const { slots } of week.days) {
    for (const { from, until, repeated } of slots) {
      if (repeated) continue
      starts.add(timeFace(from, 'from'))
      ends.add(timeFace(until, 'until'))
    }
  }
  return { starts: [...starts].toSorted(), ends: [...ends].toSorted() }
}

/** Returns the first slot of a time that is not free; null where all are, or the week does not have them. */
export function blockedSlot({ days }: WeekView, { fromDateTime, untilDateTime }: Wish): WeekSlot | null {
  const slots = days.flatMap((day) => day.slots)
  const isIn = ({ from, until }: WeekSlot) => fromDateTime < until && from < untilDateTime
  return slots.find((slot) => slot.state !== 'free' && isIn(slot)) ?? null
}

/** Returns how many slots a time has. */
export function rowsBetween(
  { fromDateTime, untilDateTime }: Pick<Wish, 'fromDateTime' | 'untilDateTime'>,
  slotMinutes: number,
): number {
  const minutes = (Date.parse(`${untilDateTime}Z`) - Date.parse(`${fromDateTime}Z`)) / 60_000
  return Math.max(1, Math.round(minutes / slotMinutes))
}

function isDay(day: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(day)
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}
