import type { LocalTime } from '../contracts/booking.ts'
import { ageOn } from './contact.ts'
import { addDays, type Day, dayOf } from './time.ts'

/** What the rules look at when somebody signs up. Times are wall clock of the space. */
export interface SignUpCase {
  course: { state: string; minAge: number | null; accompaniedBelow: number | null }
  date: { state: string; fromDateTime: LocalTime; signUpUntil: LocalTime | null }
  now: LocalTime
  /** null = an adult by their own word, for a course without a rule about age */
  bornOn: Day | null
  /** How many come along. */
  companions: number
  /** Of those who come along, on the day; fewer than `companions` = the others are adults, or nobody asked. */
  companionAges: readonly number[]
  /** All of the date: a larger party would wait for ever. */
  seats: number
  hasGuardian: boolean
  /** Trainings that are needed first and not there on the first day. */
  missing: readonly number[]
}

export type SignUpRefusal = keyof typeof rules

/** Why somebody cannot sign up for a date, apart from its seats; empty = they can. */
export function signUpRefusals(asked: SignUpCase): SignUpRefusal[] {
  return (Object.keys(rules) as SignUpRefusal[]).filter((rule) => rules[rule](asked))
}

const rules = {
  courseState: ({ course, date, now }) =>
    course.state !== 'published' || date.state !== 'planned' || !isSignUpOpen(date, now),
  courseAge: (asked) => ageThere(asked) < (asked.course.minAge ?? 0),
  companionAge: ({ course, companionAges }) => companionAges.some((age) => age < (course.minAge ?? 0)),
  accompanied: (asked) => {
    const ages = [ageThere(asked), ...asked.companionAges]
    const hasAdult = asked.companions > asked.companionAges.length || ages.some((age) => age >= adultAge)
    return ages.some((age) => age < (asked.course.accompaniedBelow ?? 0)) && !hasAdult
  },
  guardianMissing: (asked) => ageThere(asked) < adultAge && !asked.hasGuardian,
  partySize: ({ companions, seats }) => companions + 1 > seats,
  requirementMissing: ({ missing }) => missing.length > 0,
} satisfies Record<string, (asked: SignUpCase) => boolean>

/** Returns whether a date still accepts sign-ups. */
export function isSignUpOpen(
  { fromDateTime, signUpUntil }: Pick<SignUpCase['date'], 'fromDateTime' | 'signUpUntil'>,
  now: LocalTime,
): boolean {
  return now < fromDateTime && (signUpUntil === null || now < signUpUntil)
}

function ageThere({ bornOn, date }: SignUpCase): number {
  return bornOn === null ? adultAge : ageOn(bornOn, dayOf(date.fromDateTime))
}

const adultAge = 18

/** Whether the age of those who sign up decides anything. */
export function hasAgeRule(course: Pick<SignUpCase['course'], 'minAge' | 'accompaniedBelow'>): boolean {
  return course.minAge !== null || course.accompaniedBelow !== null
}

/** Returns what seats cost, in cents: the member's price is for the member's own one. */
export function seatPrices({
  priceCents,
  memberPriceCents,
  hasPackage,
}: {
  priceCents: number
  memberPriceCents: number | null
  hasPackage: boolean
}): { ownCents: number; otherCents: number } {
  return { ownCents: hasPackage ? (memberPriceCents ?? priceCents) : priceCents, otherCents: priceCents }
}

export function partyCents(prices: { ownCents: number; otherCents: number }, party: number): number {
  return prices.ownCents + prices.otherCents * (party - 1)
}

interface Cancelling {
  priceCents: number
  freeCancelDays: number
  lateRefundPercent: number
  /** Of the first session. */
  begins: LocalTime
  /** Whether the space has moved the date since the sign-up. */
  isMoved: boolean
}

/** Returns the last day on which cancelling gives everything back. */
export function freeCancelDay({
  begins,
  freeCancelDays,
}: Pick<Cancelling, 'begins' | 'freeCancelDays'>): Day {
  return addDays(dayOf(begins), -freeCancelDays)
}

/** The same while that day is not over; null = cancelling costs something from now on. */
export function freeCancelDayLeft(
  place: Pick<Cancelling, 'begins' | 'freeCancelDays'>,
  now: LocalTime,
): Day | null {
  const day = freeCancelDay(place)
  return dayOf(now) <= day ? day : null
}

/** Returns what cancelling a place gives back, in cents; null = it has begun and cannot be cancelled. */
export function refundCents(place: Cancelling, now: LocalTime): number | null {
  if (now >= place.begins) return null
  if (place.isMoved || dayOf(now) <= freeCancelDay(place)) return place.priceCents
  return Math.floor((place.priceCents * place.lateRefundPercent) / 100)
}

const hourMs = 60 * 60_000

/** Until when a freed seat is offered: a day, and two hours before the beginning at the latest; null = not any more. */
export function offerEnd(now: Date, begins: Date): Date | null {
  const end = Math.min(now.getTime() + 24 * hourMs, begins.getTime() - 2 * hourMs)
  return end - now.getTime() < hourMs ? null : new Date(end)
}

/** For so many days before a date nobody pays by debit: the bank may refuse it for days. */
const debitDays = 14

/** Whether there is time for a debit before a date begins. */
export function takesDebit({ begins, today }: { begins: Day; today: Day }): boolean {
  return today <= addDays(begins, -debitDays)
}

/** Until when a place can be paid whose debit the bank has refused: three days, and until it begins. */
export function debitEnd(now: Date, begins: Date): Date {
  return new Date(Math.min(now.getTime() + 72 * hourMs, begins.getTime()))
}

/** Returns those who are offered free seats: in their order, and whoever does not fit keeps their place. */
export function offerable<Waiting extends { party: number }>(waiting: Waiting[], free: number): Waiting[] {
  let left = free
  return waiting.filter(({ party }) => {
    if (party > left) return false
    left -= party
    return true
  })
}

/**
 * Returns the late cancelled places whose seats others have taken since, the first cancelled first: once fewer seats
 * are free than were cancelled late, the difference is taken.
 * @param free also seats that are only held or offered
 */
export function retaken<Late extends { party: number }>(late: Late[], free: number): Late[] {
  let taken = late.reduce((sum, { party }) => sum + party, 0) - free
  return late.filter(({ party }) => {
    taken -= party
    return taken >= 0
  })
}

/**
 * Returns when it is decided whether a date takes place: at nine in the morning so many days before, or as the day of the date
 * begins.
 */
export function decisionTime({
  begins,
  decideDaysBefore,
}: {
  begins: LocalTime
  decideDaysBefore: number
}): LocalTime {
  return `${addDays(dayOf(begins), -decideDaysBefore)}T${decideDaysBefore === 0 ? '00:00' : '09:00'}`
}

/** The last hours before a date in which nobody is waited for: the job that decides runs each hour. */
const lastHours = 2

/**
 * Whether enough people come to a date, when that is decided; null = somebody is paying, and their place decides it.
 * @param booked people with a place, @param held people whose place is being paid
 */
export function isEnough({
  minimum,
  booked,
  held,
  now,
  begins,
}: {
  minimum: number
  booked: number
  held: number
  now: LocalTime
  begins: LocalTime
}): boolean | null {
  if (booked >= minimum) return true
  const isLast = Date.parse(`${begins}Z`) - Date.parse(`${now}Z`) <= lastHours * hourMs
  return booked + held >= minimum && !isLast ? null : false
}

/** Returns a time of a date after the date was moved: each session keeps its distance to the first one on the wall clock. */
export function movedTime(
  local: LocalTime,
  { from, until }: { from: LocalTime; until: LocalTime },
): LocalTime {
  const shiftMs = Date.parse(`${until}Z`) - Date.parse(`${from}Z`)
  return new Date(Date.parse(`${local}Z`) + shiftMs).toISOString().slice(0, 16)
}
