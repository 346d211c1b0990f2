import { useMemo, useState } from 'react'
import type { WeekView } from '../../contracts/live.ts'
import { useLocale } from '../i18n/locale.ts'
import { askLive } from '../live/ask-data.ts'
import { useFresh } from '../live/freshness.tsx'
import { chosenTime, type GridState, startState } from '../ui/week-grid-model.ts'

interface Loaded {
  /** The visitor's week from the server, and since when it is stale. */
  week: WeekView | null
  asOf: string | null
  equipmentId: number
  day: string
  /** Id of the own booking to move. */
  moves: number | null
}

/** Keeps the shown week fresh; after sign-in it marks the member's own bookings. */
export function useWeek({ week, asOf, equipmentId, day, moves }: Loaded) {
  const locale = useLocale()
  return useFresh({
    queryKey: ['week', equipmentId, week?.days[0]?.day ?? day, moves],
    ask: (as) => askLive('/data/week', { resource: equipmentId, day, moves: moves ?? undefined }, locale, as),
    initial: week,
    asOf,
  })
}

interface Shown {
  week: WeekView | null
  equipmentId: number
  day: string
  /** A time from the address, chosen before sign-in. */
  wish: { from: string; until: string } | null
}

/** Keeps the state of the grid and the chosen time; starts over with other equipment, another day or wish. */
export function useChoice({ week, equipmentId, day, wish }: Shown) {
  // A moving booking can keep its time only in a week that is judged without it.
  const shown = [equipmentId, day, wish?.from, wish?.until, week?.moves].join(' ')
  const begin = () => ({ shown, grid: week && startState(week, day, wish), wish })
  const [kept, setKept] = useState(begin)
  let current = kept
  if (kept.shown !== shown) {
    current = begin()
    setKept(current)
  }
  const { grid } = current
  const inGrid = useMemo(() => (grid && week ? chosenTime(grid, week) : null), [grid, week])
  return {
    grid,
    /** The form offers a wish even when its time is taken, and says why it is refused. */
    chosen: inGrid ?? current.wish,
    setGrid: (next: GridState) => setKept({ shown, grid: next, wish: null }),
  }
}
