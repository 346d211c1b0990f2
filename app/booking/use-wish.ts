import { useState } from 'react'
import type { BookingQuote } from '../../contracts/booking.ts'
import type { WeekView } from '../../contracts/live.ts'
import { errorsOf, type Wish } from './booking-request.ts'
import { useQuote } from './booking-quote.tsx'

type Time = { from: string; until: string }

interface WishOptions {
  /** Chosen in the grid or by the address. */
  chosen: Time | null
  week: WeekView | null
  equipmentId: number
  /** The shown day. */
  day: string
  /** Id of the own booking to move. */
  moves: number | undefined
  /** Chooses a whole time of the fields in the grid; null = none. */
  choose: (time: Time | null) => void
  /** Shows another day, which was chosen without a time. */
  onDay: (day: string) => void
}

/** The time that is asked for, and what it costs. */
export interface AskedTime {
  /** What the fields show: the chosen time, or an edit that is no whole time yet; null = nothing is chosen. */
  wish: Wish | null
  /** The same when it is a whole time. */
  valid: Wish | null
  quote: BookingQuote | undefined
  /** When the quote was asked for, epoch milliseconds. */
  askedAt: number
  isAsking: boolean
  /** Takes what the fields say; null = forgets what is no whole time. */
  edit: (wish: Wish | null) => void
}

/** Keeps fields and grid at one time, and asks for its price. Only what is no whole time yet is known to the fields alone. */
export function useWish({ chosen, week, equipmentId, day, moves, choose, onDay }: WishOptions): AskedTime {
  const [partly, setPartly] = useState<{ shownDay: string; wish: Wish } | null>(null)
  const inGrid = chosen && { equipmentId, fromDateTime: chosen.from, untilDateTime: chosen.until }
  // Another machine or another day starts over, but not the day that the fields asked for.
  const isKept =
    partly?.wish.equipmentId === equipmentId && [partly.shownDay, dayOf(partly.wish)].includes(day)
  const wish = inGrid ?? (isKept ? partly.wish : null)
  const valid = wish && isWhole(wish) ? wish : null
  const { quote, askedAt, isAsking } = useQuote(valid, moves)
  const edit = (next: Wish | null) => {
    if (!next || !week) return setPartly(null)
    // A year that is being typed is one long ago.
    const isAhead = dayOf(next) >= week.today
    const time = isAhead && isWhole(next) ? { from: next.fromDateTime, until: next.untilDateTime } : null
    setPartly(time ? null : { shownDay: day, wish: next })
    choose(time)
    if (!time && isAhead && dayOf(next) !== day) onDay(dayOf(next))
  }
  return { wish, valid, quote, askedAt, isAsking, edit }
}

function isWhole(wish: Wish): boolean {
  return Object.keys(errorsOf(wish)).length === 0
}

/** The day of a wish, '' without one. */
function dayOf({ fromDateTime }: Wish): string {
  return /^\d{4}-\d\d-\d\d(?=T)/.exec(fromDateTime)?.[0] ?? ''
}
