import { type Engine } from '../bookings/bookings.ts'
import { readFacts } from './mail-cases.store.ts'
import { dueReminders, markReminded } from './reminders.store.ts'
import { transact } from '../touched.ts'

/**
 * Reminds members 24 hours before their bookings begin, each in a transaction of its own that also marks it: once for
 * every start, whatever dies in between and whoever runs this at the same time. After an outage it is late, but never
 * after the start.
 * @returns how many were reminded
 */
export async function remindMembers(engine: Engine): Promise<number> {
  const { db, clock, letters } = engine
  let reminded = 0
  for (let due = await dueReminders(db, clock()); due.length > 0; due = await dueReminders(db, clock())) {
    let turn = 0
    for (const id of due) if (await remind(id)) turn += 1
    // Whatever is left is another process's work, and under way.
    if (turn === 0) return reminded
    reminded += turn
  }
  return reminded

  function remind(id: number): Promise<boolean> {
    return transact(engine, async (tx) => {
      const now = clock()
      if (!(await markReminded(tx, id, now))) return false
      await letters.reminder(tx, await readFacts(tx, id), now)
      return true
    })
  }
}
