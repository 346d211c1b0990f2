import type { WeekView } from '../../contracts/live.ts'

interface Shown {
  equipmentId: number
  day: string
  week: WeekView | null
  /** Id of the own booking to move. */
  moves: number | null
  /** Where its move began. */
  began: string
  wish: { from: string; until: string } | null
}

/**
 * Returns the screen with another day or chosen time of its week when the address asks for that and nothing else,
 * otherwise null.
 */
export function anotherDay<S extends Shown>(shown: S, asked: URLSearchParams): S | null {
  const { machine, day, moves, began, from, until, ...others } = Object.fromEntries(asked)
  const isSame =
    Object.keys(others).length === 0 &&
    machine === String(shown.equipmentId) &&
    (moves ?? null) === (shown.moves?.toString() ?? null) &&
    (began ?? 'bookings') === shown.began
  if (!isSame || !day || !shown.week?.days.some((each) => each.day === day)) return null
  if (!from && !until) return { ...shown, day, wish: null }
  return from?.startsWith(day) && until && from < until ? { ...shown, day, wish: { from, until } } : null
}
