import type { ConnectorClient } from '../../clients/connector.ts'
import { StoreError } from '../../clients/store-error.ts'
import type { BookingQuote } from '../../contracts/booking.ts'
import { authorise } from '../session/authorise.ts'
import type { Wish } from './booking-request.ts'

/** One date of a weekly repetition, judged on its own. */
export interface RepeatDate extends Wish {
  quote: BookingQuote
  /** Idempotency-Key of this date: a repeated confirmation books it once. */
  key: string
}

/** What became of a date: booked, or why not. */
export interface RepeatResult {
  fromDateTime: string
  booked: boolean
  /** Why not, in the member's language. */
  message: string
}

/** Most dates of one repetition. */
const mostDates = 12

/** Returns the same time so many weeks later. @param wish wall-clock times */
export function weeksLater(wish: Wish, weeks: number): Wish {
  return {
    ...wish,
    fromDateTime: daysLater(wish.fromDateTime, 7 * weeks),
    untilDateTime: daysLater(wish.untilDateTime, 7 * weeks),
  }
}

/** Judges the coming weeks of a booking one by one, up to the end of the booking window. */
export async function judgeWeeks(
  connector: Pick<ConnectorClient, 'quoteBooking'>,
  wish: Wish,
  member: number,
  newKey: () => string = () => crypto.randomUUID(),
): Promise<RepeatDate[]> {
  const dates: RepeatDate[] = []
  for (let week = 1; week <= mostDates; week++) {
    const later = weeksLater(wish, week)
    const quote = await connector.quoteBooking({ ...bodyOf(later, member), state: 'confirmed' }, authorise)
    if (quote.refusals.some(({ code }) => code === 'windowMax')) break
    dates.push({ ...later, quote, key: newKey() })
  }
  return dates
}

/**
 * Books dates one by one; a refused date does not stop the others.
 * @throws StoreError from status 500 and what `fetch` throws: the same call again books what is missing
 */
export async function bookDates(
  connector: Pick<ConnectorClient, 'createBooking'>,
  dates: RepeatDate[],
  member: number,
): Promise<RepeatResult[]> {
  const results: RepeatResult[] = []
  for (const date of dates) {
    const { fromDateTime, key } = date
    try {
      await connector.createBooking({ ...bodyOf(date, member), state: 'confirmed' }, authorise, key)
      results.push({ fromDateTime, booked: true, message: '' })
    } catch (error) {
      if (!(error instanceof StoreError) || error.status !== 422) throw error
      const reasons = error.problem?.refusals?.map(({ message }) => message) ?? []
      results.push({ fromDateTime, booked: false, message: reasons.join(' ') || error.message })
    }
  }
  return results
}

function bodyOf({ equipmentId, fromDateTime, untilDateTime }: Wish, member: number) {
  return { fromDateTime, untilDateTime, resource: String(equipmentId), member: String(member) }
}

function daysLater(local: string, days: number): string {
  const [day = '', time = ''] = local.split('T')
  const later = new Date(`${day}T00:00:00Z`)
  later.setUTCDate(later.getUTCDate() + days)
  return `${later.toISOString().slice(0, 10)}T${time}`
}
