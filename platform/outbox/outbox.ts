import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { startJob } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import * as store from './outbox.store.ts'

const minuteMs = 60_000
const deliverEveryMs = 2000
/** How long an item of a process that died waits for another one. */
const leaseMs = 25_000
/** Four renewals may fail before a living process loses an item. */
const renewEveryMs = 5000
/** The most items of one turn: a process that stops waits for the turn. */
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
 * that a process may die between the receiver's yes and ours; the repeat then has the same key. A process holds an item
 * by a lease that it renews while it works, so that the item of one that died is taken over soon. A failed item is
 * repeated after 1, 2, 4 … minutes up to 6 hours, for a week. Any number of processes may run this.
 */
export function createOutbox({ db, kind, perform, judge, clock, log }: OutboxOptions) {
  const leaseEnd = () => new Date(clock().getTime() + leaseMs)

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
      details = await renewing(item, () => perform(item))
    } catch (error) {
      const outcome = outcomeOf(judge(error), item, clock())
      log['failedAt' in outcome ? 'error' : 'warn']({ ...about, ...outcome }, 'outbox item not performed')
      await store.settle(db, item, outcome)
      return false
    }
    const isOwn = await store.settle(db, item, { doneAt: clock() })
    log.info({ ...about, ...details }, 'outbox item performed')
    if (!isOwn) log.warn(about, 'outbox item was taken over meanwhile')
    return isOwn
  }

  /** Renews the lease of an item during work; ends after the last renewal, which must not follow the outcome. */
  async function renewing<T>(item: store.OutboxItem, work: () => Promise<T>): Promise<T> {
    let renewal: Promise<unknown> = Promise.resolve()
    const renew = () =>
      store.renew(db, item, leaseEnd()).catch((err: unknown) => log.warn({ kind, err }, 'lease not renewed'))
    const timer = setInterval(() => {
      renewal = renewal.then(renew)
    }, renewEveryMs)
    try {
      return await work()
    } finally {
      clearInterval(timer)
      await renewal
    }
  }

  /** Performs what is due now and returns how many items succeeded. */
  async function deliverDue(): Promise<number> {
    let performed = 0
    for (let taken = 0; taken < batch; taken++) {
      const item = await store.claim(db, kind, clock(), leaseEnd())
      if (!item) break
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
