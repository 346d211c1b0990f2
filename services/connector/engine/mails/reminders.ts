import { instantOf } from '../../../../rules/time.ts'
import { dueReminders, markReminded, readFacts } from './mails.store.ts'
import type { Engine } from '../parts.ts'
import { transact } from '../transact.ts'

/**
 * Reminds members 24 hours before their bookings begin. Each mail is queued in the transaction that marks its booking,
 * so a crash or a second process sends no reminder twice. After an outage a reminder is late, but never after the start.
 * @returns how many were reminded
 */
export async function remindMembers(engine: Engine): Promise<number> {
  const { db, clock } = engine
  let reminded = 0
  for (let due = await dueReminders(db, clock()); due.length > 0; due = await dueReminders(db, clock())) {
    let done = 0
    for (const id of due) if (await remind(engine, id)) done += 1
    // Another process is reminding the others.
    if (done === 0) return reminded
    reminded += done
  }
  return reminded
}

async function remind(engine: Engine, id: number): Promise<boolean> {
  const { clock, sendMail } = engine
  return transact(engine, async (tx) => {
    const now = clock()
    if (!(await markReminded(tx, id, now))) return false
    const about = await readFacts(tx, id)
    const validUntil = instantOf(about.fromDateTime, about.timezone)
    await sendMail(tx, { kind: 'reminder', about, now, validUntil })
    return true
  })
}
