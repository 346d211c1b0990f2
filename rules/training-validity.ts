import type { MemberTraining } from '../contracts/member.ts'
import { addMonths } from './periods.ts'
import { addDays, type Day } from './time.ts'

/** How long a training is valid; `monthDay` is `MM-DD`. */
export type TrainingRule =
  | { expiry: 'months'; months: number; monthsMinor: number }
  | { expiry: 'date'; monthDay: string }
  | { expiry: 'never' }

/** The rule of a training that has no own one: valid for a year, for people under 18 half a year. */
export const usualRule: TrainingRule = { expiry: 'months', months: 12, monthsMinor: 6 }

const ofAge = 18

/**
 * Returns the last day of a training by its own rule; it is valid on that day. null = without end.
 * @param bornOn null = of age
 */
export function ownEnd(rule: TrainingRule, givenOn: Day, bornOn: Day | null): Day | null {
  if (rule.expiry === 'never') return null
  if (rule.expiry === 'date') return nextMonthDay(rule.monthDay, givenOn)
  const isMinor = bornOn !== null && givenOn < addMonths(bornOn, 12 * ofAge)
  return addMonths(givenOn, isMinor ? rule.monthsMinor : rule.months)
}

/**
 * Returns the last day of a training that needs instructions: its own end or the end of one of them, whichever comes first.
 * It is no earlier than the day it was given, because no workshop system takes a training that ends before it begins.
 * @param needed last days of the instructions; null = without end
 */
export function effectiveEnd(own: Day | null, givenOn: Day, needed: (Day | null)[]): Day | null {
  const ends = [own, ...needed].filter((end) => end !== null)
  const first = ends.toSorted()[0]
  if (first === undefined) return null
  return first < givenOn ? givenOn : first
}

/**
 * Returns the last day of what a member is trained in: the latest of all entries that have begun by a day. null = without
 * end, undefined = there is no such entry.
 */
export function lastDayOf(
  training: number,
  trainings: Pick<MemberTraining, 'training' | 'fromDate' | 'untilDate'>[],
  day: Day,
): Day | null | undefined {
  const begun = trainings.filter((each) => each.training === training && each.fromDate <= day)
  if (begun.some(({ untilDate }) => untilDate === null)) return null
  return begun
    .map(({ untilDate }) => untilDate as Day)
    .toSorted()
    .at(-1)
}

/** Returns how many days before its end a member is reminded of a training on a day: 30, 7, or null for no mail. */
export function reminderOn(day: Day, until: Day): 30 | 7 | null {
  if (until < day || addDays(day, 30) < until) return null
  return addDays(day, 7) < until ? 30 : 7
}

/** Returns the first such day of a year after a day; 29 February is the 28th where there is none. */
function nextMonthDay(monthDay: string, after: Day): Day {
  const inYear = (years: number) => {
    const month = `${String(Number(after.slice(0, 4)) + years).padStart(4, '0')}-${monthDay.slice(0, 2)}-01`
    const wanted = Number(monthDay.slice(3)) - 1
    const [day, last] = [addDays(month, wanted), addDays(addMonths(month, 1), -1)]
    return day < last ? day : last
  }
  return inYear(0) > after ? inYear(0) : inYear(1)
}
