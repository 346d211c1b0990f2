import { openForMs } from '../../../rules/instruction.ts'
import { addMonths } from '../../../rules/periods.ts'
import type { Ordering } from '../orders/parts.ts'
import { evidenceYears } from '../trainings/reminding.ts'
import * as store from './instructions.store.ts'
import { deleteOldLinks } from './links.store.ts'

const dayMs = 24 * 60 * 60_000
/** A link says for this long that it has expired. */
const expiredMs = 7 * dayMs

/** Ends attempts that nobody answers, and deletes old ones: those that did not pass after a year. */
export async function tendAttempts({ db, clock }: Pick<Ordering, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  const monthsAgo = (months: number) => new Date(addMonths(now.toISOString().slice(0, 10), -months))
  await store.leaveAttempts(db, { before: new Date(now.getTime() - openForMs), now })
  await deleteOldLinks(db, new Date(now.getTime() - expiredMs))
  await store.forgetAttempts(db, {
    passedBefore: monthsAgo(12 * evidenceYears),
    othersBefore: monthsAgo(12),
  })
}
