import type { Credit, CreditUse, PreviousCredit } from '../contracts/credit.ts'

/** The value of one credit. Money is what the ledger holds; credits are how members read it. */
export const centsPerCredit = 10

/** The window of recent usage (K6). */
const recentMonths = 3

/**
 * Returns usage entries of the last 3 calendar months (V6). A day that the month of three months ago
 * does not have becomes its last day: on 31 May the window begins on 28 February.
 */
export function recentUsage<T extends Pick<Credit, 'scope' | 'createdAt'>>(credits: T[], now: Date): T[] {
  const since = monthsBefore(now, recentMonths).getTime()
  return credits.filter(({ scope, createdAt }) => {
    const created = Date.parse(createdAt)
    return scope === 'usage' && created >= since && created <= now.getTime()
  })
}

/** Returns entries that can be spent on this day: something remains, and the day is within their validity, last day included. */
export function currentCredits(credits: Credit[], today: string): Credit[] {
  return credits.filter(
    ({ remaining, fromDate, untilDate }) =>
      Number(remaining) > 0 &&
      (fromDate === null || fromDate.slice(0, 10) <= today) &&
      (untilDate === null || untilDate.slice(0, 10) >= today),
  )
}

/** Returns everything ever granted and used, newest first: grants, and each use of one (scope `usage`). */
export function previousCredits(credits: { entry: Credit; uses: CreditUse[] }[]): PreviousCredit[] {
  const entries = credits.flatMap(({ entry, uses }) => [
    {
      ...entry,
      id: `grant-${entry.id}`,
      scope: 'grant' as const,
      kind: entry.scope,
      credit: entry.id,
      description: null,
      booking: null,
    },
    ...uses.map((use) => usageEntry(entry, use)),
  ])
  return entries.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
}

function usageEntry(
  entry: Credit,
  { id, amount, description, booking, createdAt }: CreditUse,
): PreviousCredit {
  return {
    id: `use-${id}`,
    member: entry.member,
    scope: 'usage',
    kind: entry.scope,
    amount: amount.startsWith('-') ? amount : `-${amount}`,
    remaining: '0.00',
    fromDate: null,
    untilDate: null,
    createdAt,
    credit: entry.id,
    description,
    booking,
  }
}

function monthsBefore(date: Date, months: number): Date {
  const moved = new Date(date)
  moved.setUTCMonth(moved.getUTCMonth() - months)
  if (moved.getUTCDate() !== date.getUTCDate()) moved.setUTCDate(0)
  return moved
}
