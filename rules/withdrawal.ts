import { addDays, type Day, daysBetween } from './time.ts'
import { withdrawalDays } from './withdrawal-days.ts'
import { workingDayFrom } from './working-days.ts'

/** An order as the law sees it. */
export interface WithdrawalCase {
  kind: 'membership' | 'dayPass' | 'team' | 'credits' | 'invoice' | 'change' | 'course'
  isCompany: boolean
  /** At the space. */
  placedOn: Day
  receivedOn: Day
}

/** Why there is no right of withdrawal; null = there is. */
export function withdrawalRefusal(asked: WithdrawalCase): WithdrawalRefusal | null {
  const reasons = Object.keys(rules) as WithdrawalRefusal[]
  return reasons.find((reason) => rules[reason](asked)) ?? null
}
export type WithdrawalRefusal = keyof typeof rules

const rules = {
  company: ({ isCompany }) => isCompany,
  // A service of leisure at a fixed time (§ 312g (2) no. 9 BGB).
  dayPass: ({ kind }) => kind === 'dayPass',
  course: ({ kind }) => kind === 'course',
  late: ({ placedOn, receivedOn }) => receivedOn > workingDayFrom(addDays(placedOn, withdrawalDays)),
} satisfies Record<string, (asked: WithdrawalCase) => boolean>

/**
 * Returns the price of the part of a pack that was used, in cents, rounded half up.
 * @param used of `amount`, in the same unit
 */
export function usedShareCents({
  priceCents,
  used,
  amount,
}: {
  priceCents: number
  used: number
  amount: number
}): number {
  return amount === 0
    ? priceCents
    : Math.floor((2 * priceCents * Math.min(used, amount) + amount) / (2 * amount))
}

/** What a consumer has used before they withdrew. */
export interface UsedPeriod {
  feeCents: number
  /** First and last day that the fee pays for. */
  fromDate: Day
  untilDate: Day
  receivedOn: Day
  /** The buyer asked in a box of its own that the service begins before the time for withdrawal ends (§ 357a (2) BGB). */
  askedToStart: boolean
}

/**
 * Returns the compensation for what was used, in cents: the fee by days, the day of the withdrawal included, rounded
 * half up (BGH III ZR 125/19). Never more than the fee.
 */
export function compensationCents({
  feeCents,
  fromDate,
  untilDate,
  receivedOn,
  askedToStart,
}: UsedPeriod): number {
  if (!askedToStart || receivedOn < fromDate) return 0
  const days = daysBetween(fromDate, untilDate) + 1
  const used = Math.min(daysBetween(fromDate, receivedOn) + 1, days)
  return Math.floor((2 * feeCents * used + days) / (2 * days))
}
