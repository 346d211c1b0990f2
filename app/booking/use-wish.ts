import { useState } from 'react'
import type { BookingQuote } from '../../contracts/booking.ts'
import { errorsOf, type Wish } from './booking-request.ts'
import { useQuote } from './booking-quote.tsx'

interface WishOptions {
  /** Chosen in the grid; form and grid show the same time. */
  chosen: { from: string; until: string } | null
  equipmentId: number
  /** Id of the own booking to move. */
  moves: number | undefined
}

/** The time that is asked for, and what it costs. */
export interface AskedTime {
  /** From the fields after an edit, else from the grid; null = nothing is chosen. */
  wish: Wish | null
  /** The same when it is a whole time. */
  valid: Wish | null
  /** Changes with the grid's choice. */
  picked: string
  quote: BookingQuote | undefined
  /** When the quote was asked for, epoch milliseconds. */
  askedAt: number
  edit: (wish: Wish | null) => void
}

/** Keeps the values of the fields until the grid chooses again, and asks for the price. */
export function useWish({ chosen, equipmentId, moves }: WishOptions): AskedTime {
  const picked = chosen ? `${chosen.from} ${chosen.until}` : ''
  const [edited, setEdited] = useState<{ picked: string; wish: Wish } | null>(null)
  const inGrid = chosen && { equipmentId, fromDateTime: chosen.from, untilDateTime: chosen.until }
  const wish = edited?.picked === picked && edited.wish.equipmentId === equipmentId ? edited.wish : inGrid
  const valid = wish && Object.keys(errorsOf(wish)).length === 0 ? wish : null
  const { quote, askedAt } = useQuote(valid, moves)
  const edit = (next: Wish | null) => setEdited(next && { picked, wish: next })
  return { wish, valid, picked, quote, askedAt, edit }
}
