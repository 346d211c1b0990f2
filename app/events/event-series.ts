import type { CourseDate } from '../../contracts/course.ts'
import { movedTime } from '../../rules/course-place.ts'
import { daysBetween, dayOf, weekday } from '../../rules/time.ts'
import { daysOf } from './event-days.ts'
import type { EventEntry } from './event-filter.ts'

/** Dates of one course at the same weekday and clock time, in the same language and place. */
export interface Series {
  /** A date at the usual weekday and time. */
  usual: CourseDate
  /** Whether no week is left out between its first and its last date; one that was called off or moved counts. */
  isWeekly: boolean
  /** All dates beside the next one, in order, also those that were called off. */
  others: CourseDate[]
}

/** A line of the list: a date, or the next date of a series. */
export interface EventRow extends EventEntry {
  series: Series | null
}

/** With fewer dates, each is a line of its own. */
const fewest = 3

/**
 * Folds dates that repeat into one row each, which stands where the next of them stands. A date that was moved stays with the
 * series that it was moved out of, unless it has become part of another one.
 * @param entries dates that take place, in order
 * @param off dates that were called off: they are named in a series, and no row otherwise
 */
export function foldSeries(entries: EventEntry[], off: EventEntry[]): EventRow[] {
  const counted = Map.groupBy(entries, slotOf)
  const isSeries = (slot: string | null) => slot !== null && (counted.get(slot)?.length ?? 0) >= fewest
  const seriesOf = (entry: EventEntry) => [slotOf(entry), formerSlotOf(entry)].find(isSeries) ?? null
  const folded = Map.groupBy([...entries, ...off], seriesOf)
  return entries.flatMap((entry): EventRow[] => {
    const slot = seriesOf(entry)
    if (slot === null) return [{ ...entry, series: null }]
    // The next one takes place, because `entries` come before `off`.
    const [next, ...others] = folded.get(slot) ?? []
    if (entry.date !== next?.date) return []
    const days = [next, ...others].map((each) =>
      dayOf((slotOf(each) !== slot && each.date.movedFrom) || each.date.fromDateTime),
    )
    const usual = counted.get(slot)?.[0]?.date ?? entry.date
    const inOrder = others.map(({ date }) => date).toSorted(byTime)
    return [{ ...entry, series: { usual, isWeekly: areWeekly(days), others: inOrder } }]
  })
}

/** @param days all of one weekday, in any order */
function areWeekly(days: string[]): boolean {
  const weeks = [...new Set(days)].toSorted()
  return weeks.every((day, index) => daysBetween(weeks[0] ?? day, day) === 7 * index)
}

function byTime(one: CourseDate, other: CourseDate): number {
  return one.fromDateTime.localeCompare(other.fromDateTime)
}

/** Returns what the dates of a series have in common; null for a date of several days. Wall-clock times: the clocks may change. */
function slotOf({ course, date }: EventEntry): string | null {
  const { language, place, fromDateTime, untilDateTime } = date
  if (daysOf(date).length > 1) return null
  const clock = [fromDateTime, untilDateTime].map((time) => time.slice(11))
  return JSON.stringify([course.id, language, place, weekday(dayOf(fromDateTime)), clock])
}

/** Returns the slot in which a date would have been, had it not been moved. */
function formerSlotOf({ course, date }: EventEntry): string | null {
  const { movedFrom, fromDateTime, untilDateTime } = date
  if (movedFrom === null || daysOf(date).length > 1) return null
  const former = movedTime(untilDateTime, { from: fromDateTime, until: movedFrom })
  return slotOf({
    course,
    date: { ...date, sessions: [], fromDateTime: movedFrom, untilDateTime: former },
  })
}
