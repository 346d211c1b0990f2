import { useMemo, useState } from 'react'
import type { OwnBooking, WeekView } from '../../contracts/live.ts'
import { useLocale } from '../i18n/locale.ts'
import { askLive } from '../live/ask-data.ts'
import { useFresh } from '../live/freshness.tsx'
import { rowsBetween } from './booking-request.ts'
import { chosenTime, type GridState, isLost, nextFree, slotAt, startState } from '../ui/week-grid-model.ts'

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

type Time = { from: string; until: string }

interface Shown {
  week: WeekView | null
  equipmentId: number
  day: string
  /** A time from the address. */
  wish: Time | null
  /** The address follows the grid: what is chosen meanwhile counts, not what the address says. */
  follows: boolean
  /** The booking that moves: another time keeps its length. */
  moves: Pick<OwnBooking, 'fromDateTime' | 'untilDateTime'> | null
}

interface Kept {
  /** What the address asks for, of which week. */
  shown: string
  /** The same without who the week is judged for. */
  asked: string
  /** The equipment and the week that the grid's indexes belong to. */
  of: string
  grid: GridState | null
  wish: Time | null
  /** The chosen time that another member took. */
  lost: { rows: number; from: string } | null
}

/**
 * Keeps the state of the grid and the chosen time; starts over with other equipment, another day or wish. A chosen time
 * that another member takes is dropped; `lost` says so with the next free time of its length.
 */
export function useChoice({ week, equipmentId, day, wish, follows, moves }: Shown) {
  // A moving booking can keep its time only in a week that is judged without it.
  const of = [equipmentId, week?.days[0]?.day, week?.moves].join(' ')
  const asked = [equipmentId, week?.days[0]?.day, day, wish?.from, wish?.until].join(' ')
  const shown = [of, asked].join(' ')
  const begin = (time: Time | null): Kept => {
    return { shown, asked, of, grid: week && begun(week, day, time), wish: time, lost: null }
  }
  const [kept, setKept] = useState(() => begin(wish))
  let current = kept
  if (kept.shown !== shown) {
    const isFollowing =
      kept.of === of && (follows || (week && kept.grid && isShown(kept.grid, week, { day, wish })))
    // The same week, judged anew: a time that was chosen meanwhile stays, in the grid or in the fields.
    const isJudged = kept.asked === asked
    if (isFollowing || (isJudged && typeof kept.grid?.chosenDay === 'number'))
      current = { ...kept, shown, asked, of }
    else current = begin((isJudged && kept.wish) || wish)
  }
  if (week && current.grid && isLost(current.grid, week)) {
    const { chosenDay, start, end } = current.grid
    const from = slotAt(week, chosenDay ?? 0, start)?.from ?? ''
    current = {
      ...current,
      grid: { ...current.grid, chosenDay: null },
      // A time of the address or of the fields is gone, too.
      wish: null,
      lost: { rows: end - start + 1, from },
    }
  }
  if (current !== kept) setKept(current)
  const { grid, lost } = current
  const length = moves && week ? rowsBetween(moves, week.slotMinutes) : undefined
  const inGrid = useMemo(() => (grid && week ? chosenTime(grid, week) : null), [grid, week])
  return {
    grid: grid && (length ? { ...grid, length } : grid),
    /** The form offers a wish even when its time is taken, and says why it is refused. */
    chosen: inGrid ?? current.wish,
    lost: lost && week && { from: lost.from, next: nextFree(week, lost.from, lost.rows) },
    // Not a function of the kept state: React may hand it the state of a transition that is not shown yet, whose
    // address would count as left.
    setGrid: (next: GridState) =>
      setKept({
        shown,
        asked,
        of,
        grid: week && withPurpose(next, week),
        wish: null,
        lost: next.chosenDay === null ? lost : null,
      }),
    /** Chooses the time of the fields, null = none. One that cannot be chosen in the grid is kept, and shown there. */
    choose: (time: Time | null) =>
      setKept({ shown, asked, of, grid: week && grid && shownAt(week, grid, time), wish: time, lost: null }),
  }
}

function begun(week: WeekView, day: string, wish: Time | null): GridState {
  return withPurpose(startState(week, day, wish), week)
}

function shownAt(week: WeekView, grid: GridState, time: Time | null): GridState {
  const isHere = time && week.days.some(({ day }) => day === time.from.slice(0, 10))
  return isHere ? { ...begun(week, '', time), given: false } : { ...grid, chosenDay: null }
}

function withPurpose(state: GridState, week: WeekView): GridState {
  const { chosenDay, start } = state
  return { ...state, books: chosenDay !== null && slotAt(week, chosenDay, start)?.state === 'free' }
}

/** Whether the grid shows already what the address asks for: the address follows the grid. */
function isShown(
  grid: GridState,
  week: WeekView,
  { day, wish }: { day: string; wish: Time | null },
): boolean {
  const time = chosenTime(grid, week)
  return time?.from === wish?.from && time?.until === wish?.until && week.days[grid.day]?.day === day
}
