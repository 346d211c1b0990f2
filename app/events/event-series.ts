import type { CourseDate } from '../../contracts/course.ts'
import { movedTime } from '../../rules/course-place.ts'
import { daysBetween, dayOf, weekday } from '../../rules/time.ts'
import { daysOf } from './event-days.ts'
import type { EventEntry } from './event-filter.ts'

/** Dates of one course in each week of a month, at the same weekday and clock time, in the same language and place. */
export interface Series {
  /** A date at the usual weekday and time. */
  usual: CourseDate
  /** All dates of the month beside the next one, in order, also those that were called off. */
  others: CourseDate[]
}

/** A line of the list: a date, or the next date of a series. */
export interface EventRow extends EventEntry {
  series: Series | null
}

/** With fewer dates in a month, each is a line of its own. */
const fewest = 3

/**
 * Folds the dates of a month that come each week into one row, which stands where the next of them stands; any other date is a
 * row. A date that was moved within its month stays with the series that it was moved out of, unless it has become part of another.
 * @param entries dates that take place, in order
 * @param off dates that were called off: they are named in a series, and no row otherwise
 */
export function foldSeries(entries: EventEntry[], off: EventEntry[]): EventRow[] {
  const counted = Map.groupBy(entries, slotOf)
  const isOften = (slot: string | null) => slot !== null && (counted.get(slot)?.length ?? 0) >= fewest
  const oftenOf = (entry: EventEntry) => [slotOf(entry), formerSlotOf(entry)].find(isOften) ?? null
  const alike = Map.groupBy([...entries, ...off], oftenOf)
  return entries.flatMap((entry): EventRow[] => {
    const slot = oftenOf(entry)
    if (slot === null) return [{ ...entry, series: null }]
    // The next one takes place, because `entries` come before `off`.
    const [next = entry, ...others] = alike.get(slot) ?? []
    const days = [next, ...others].map((each) =>
      dayOf((slotOf(each) !== slot && each.date.movedFrom) || each.date.fromDateTime),
    )
    if (!areWeekly(days)) return [{ ...entry, series: null }]
    if (entry.date !== next.date) return []
    const usual = counted.get(slot)?.[0]?.date ?? entry.date
    return [{ ...entry, series: { usual, others: others.map(({ date }) => date).toSorted(byTime) } }]
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

/**
 * Returns what the dates of a series have in common; null for a date of several days. Wall-clock times: the clocks may change.
 */
function slotOf({ course, date }: EventEntry): string | null {
  const { language, place, fromDateTime, untilDateTime } = date
  if (daysOf(date).length > 1) return null
  const clock = [fromDateTime, untilDateTime].map((time) => time.slice(11))
  return JSON.stringify([
    course.id,
    language,
    place,
    yearMonth(fromDateTime),
    weekday(dayOf(fromDateTime)),
    clock,
  ])
}

/** Returns the slot in which a date would have been, had it not been moved; null for a date of another month then. */
function formerSlotOf({ course, date }: EventEntry): string | null {
  const { movedFrom, fromDateTime, untilDateTime } = date
  if (movedFrom === null || yearMonth(movedFrom) !== yearMonth(fromDateTime) || daysOf(date).length > 1)
    return null
  const former = movedTime(untilDateTime, { from: fromDateTime, until: movedFrom })
  return slotOf({
    course,
    date: { ...date, sessions: [], fromDateTime: movedFrom, untilDateTime: former },
  })
}

/** YYYY-MM */
function yearMonth(local: string): string {
  return local.slice(0, 7)
}
