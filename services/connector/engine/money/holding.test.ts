import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Grant } from '../../../../contracts/grant.ts'
import { addCredit, now } from '../../connector.fixture.ts'
import { isWaitedFor } from '../../../../tests/lock-waits.fixture.ts'
import { testDatabaseKind } from '../../../../platform/database/database.fixture.ts'
import { lockMembers } from '../bookings/locks.store.ts'
import { slot, testWorkshop } from '../engine.fixture.ts'

const team = 7
/** Half an hour costs 1.50. */
const { db, jobs, tryToBook, refill, send, cancel, setNow } = await testWorkshop({
  crowded: true,
  equipment: { pricePerBookingCents: 150, pricePerBookingSeconds: 1800 },
})
beforeEach(refill)

let grants = 0
const give = async (member: number, given: Partial<Grant>) => {
  grants += 1
  const grant = { member: { id: member }, packages: [], credits: [], trainings: [], ...given }
  expect((await send('manage', 'PUT', `/fabman/grants/holding-${grants}`, grant)).status).toBe(200)
}
/** Returns the cents of credits and of money of each booking, in order of their ids. */
const held = async () => {
  const { rows } = await sql<{ credits: number; money: number }>`
    select (select coalesce(sum(amount_cents), 0) from credit_hold where booking_id = booking.id)::int as credits,
      money_cents as money from booking order by id`.execute(db)
  return rows.map(({ credits, money }) => [credits, money])
}

test('credits that come after two bookings pay for the next one, then for the later one', async () => {
  await tryToBook(1, slot(4))
  await tryToBook(1, slot(0))
  await tryToBook(2, slot(8))
  await give(1, { credits: [{ amount: '2.00', scope: 'booking' }] })
  expect(await held()).toEqual([
    [50, 100],
    [150, 0],
    [0, 150],
  ])
})

test('credits of a period pay for bookings of its days alone', async () => {
  await tryToBook(1, slot(0))
  await tryToBook(1, slot(56))
  const month = { fromDate: '2026-12-03', untilDate: '2026-12-31' }
  await give(1, { packageCredits: [{ amount: '20.00', scope: 'booking', ...month }] })
  expect(await held()).toEqual([
    [0, 150],
    [150, 0],
  ])
})

test('shared credits pay for bookings of everybody with a seat, also of somebody who gets one later', async () => {
  await sql`update member_package set team_id = ${team} where member_id <= 2`.execute(db)
  for (const member of [1, 2, 3]) await tryToBook(member, slot(member * 4))
  await give(1, { credits: [{ amount: '10.00', scope: 'booking', team }] })
  expect(await held()).toEqual([
    [150, 0],
    [150, 0],
    [0, 150],
  ])
  const { id } = await db.selectFrom('package').select('id').executeTakeFirstOrThrow()
  await give(3, { packages: [{ package: id, team, fromDate: '2026-12-01', untilDate: null }] })
  expect((await held())[2]).toEqual([150, 0])
})

test('what is over, cancelled late or paid with credits keeps what it holds', async () => {
  await addCredit(db, { amountCents: 150 })
  for (const start of [0, 4, 8]) await tryToBook(1, slot(start))
  const before = await held()
  await sql`update space set booking_lock_in_hours = 48`.execute(db)
  await cancel(1, 2)
  await sql`update booking set starts_at = starts_at - interval '3 days', ends_at = ends_at - interval '3 days'
    where id = 3`.execute(db)
  setNow(new Date('2026-12-01T20:00:00Z'))
  await give(1, { credits: [{ amount: '9.00', scope: 'booking' }] })
  expect(await held()).toEqual(before)
})

test('what is charged stays so for a process whose clock is behind', async () => {
  await tryToBook(1, slot(0))
  setNow(new Date('2026-12-02T20:00:00Z'))
  await jobs.chargeEnded()
  setNow(now)
  await give(1, { credits: [{ amount: '9.00', scope: 'booking' }] })
  expect(await held()).toEqual([[0, 150]])
})

// PGlite has one session: nothing ever waits there.
if (testDatabaseKind === 'postgres')
  test('new credits wait while a booking of the member is being changed', async () => {
    await tryToBook(1, slot(0))
    let given: Promise<void> = Promise.resolve()
    await db.transaction().execute(async (tx) => {
      await lockMembers(tx, [1])
      given = give(1, { credits: [{ amount: '9.00', scope: 'booking' }] })
      expect(await isWaitedFor(db, 'pg_advisory_xact_lock')).toBe(true)
      expect(await held()).toEqual([[0, 150]])
    })
    await given
    expect(await held()).toEqual([[150, 0]])
  })
