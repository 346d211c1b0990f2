import { useMemo, useState } from 'react'
import type { WeekView } from '../../contracts/live.ts'
import { chosenTime, type GridState, startState } from '../ui/week-grid-model.ts'

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
