import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { startJob } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import * as store from './outbox.store.ts'

const minuteMs = 60_000
const deliverEveryMs = 2000
const claimMs = 10 * minuteMs
const batch = 10
const longestPauseMs = 6 * 60 * minuteMs
const giveUpAfterMs = 7 * 24 * 60 * minuteMs

export interface OutboxOptions {
  db: Database
  /** What the rows are called in the table and in the log: `mail`. */
  kind: string
  /**
   * Performs one item, whose `key` is the same at every attempt. A throw means that it did not happen.
   * @returns what the log says of it
   */
  perform: (item: store.OutboxItem) => Promise<object>
  /** Says of an error of `perform` whether a repeat is pointless, and its text for the table, without secrets. */
  judge: (error: unknown) => { isFinal: boolean; text: string }
  clock: Clock
  log: Log
}

/**
 * Performs the items of one kind after their transactions committed: none is lost, and none is performed twice, except
 * that a process may die between the receiver's yes and ours; the repeat then has the same key. A failed item is
 * repeated after 1, 2, 4 … minutes up to 6 hours, for a week. Any number of processes may run this.
 */
export function createOutbox({ db, kind, perform, judge, clock, log }: OutboxOptions) {
  async function attempt(item: store.OutboxItem): Promise<boolean> {
    const about = { kind, item: item.id }
    const start = clock()
    if (item.validUntil && item.validUntil <= start) {
      await store.settle(db, item, { lastError: 'too late', failedAt: start })
      log.warn(about, 'outbox item is too late')
      return false
    }
    let details: object
    try {
      details = await perform(item)
    } catch (error) {
      const outcome = outcomeOf(judge(error), item, clock())
      log['failedAt' in outcome ? 'error' : 'warn']({ ...about, ...outcome }, 'outbox item not performed')
      await store.settle(db, item, outcome)
      return false
    }
    await store.settle(db, item, { doneAt: clock() })
    log.info({ ...about, ...details }, 'outbox item performed')
    return true
  }

  /** Performs what is due now and returns how many items succeeded. */
  async function deliverDue(): Promise<number> {
    const now = clock()
    const until = new Date(now.getTime() + claimMs)
    let performed = 0
    for (const item of await store.claim(db, kind, now, until, batch)) {
      // The rest, when half of the claim is over, is claimed again by another process after `until`.
      if (clock().getTime() > until.getTime() - claimMs / 2) break
      if (await attempt(item)) performed += 1
    }
    return performed
  }

  return {
    deliverDue,
    start: () => startJob({ name: `deliver ${kind}`, everyMs: deliverEveryMs, run: deliverDue, log }),
  }
}

function outcomeOf(
  { isFinal, text: lastError }: { isFinal: boolean; text: string },
  item: store.OutboxItem,
  now: Date,
): store.Outcome {
  const isOld = now.getTime() - item.createdAt.getTime() > giveUpAfterMs
  if (isFinal || isOld) return { lastError, failedAt: now }
  const pause = Math.min(minuteMs * 2 ** (item.attempts - 1), longestPauseMs)
  return { lastError, dueAt: new Date(now.getTime() + pause) }
}
