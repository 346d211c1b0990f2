import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testDatabaseKind } from '../../../../platform/database/database.fixture.ts'
import { addCredit } from '../../connector.fixture.ts'
import { lockMembers } from '../bookings/locks.store.ts'
import { slot, testWorkshop } from '../engine.fixture.ts'

const team = 7
/** Half an hour costs 1.50. */
const { db, tryToBook, refill, send, jobs, setNow } = await testWorkshop({
  crowded: true,
  equipment: { pricePerBookingCents: 150, pricePerBookingSeconds: 1800 },
})

/** Members 1 to 3 have a seat, the second one until 3 December; 10.00 are shared. */
beforeEach(async () => {
  await refill()
  await sql`update member_package set team_id = ${team} where member_id <= 3`.execute(db)
  await sql`update member_package set until_date = '2026-12-03' where member_id = 2`.execute(db)
  await addCredit(db, { amountCents: 1000, teamId: team })
})

const sums = async () => {
  const { rows } = await sql<{ held: number; money: number }>`
    select (select coalesce(sum(amount_cents), 0) from credit_hold)::int as held,
      (select coalesce(sum(money_cents), 0) from booking)::int as money`.execute(db)
  return rows[0]
}
const shared = async () => (await send('manage', 'GET', `/fabman/teams/${team}/credits?day=2026-12-02`)).body

test('bookings of several members on several machines at once share the credits to the cent', async () => {
  const attempts = [1, 2, 3].flatMap((member) =>
    Array.from({ length: 10 }, (_, index) =>
      tryToBook(member, { ...slot(index * 2 + (member - 1) * 20), resource: String(member) }),
    ),
  )
  const statuses = (await Promise.all(attempts)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(attempts.length)
  const covered = (await sums()) ?? { held: 0, money: 0 }
  expect(covered.held).toBe(1000)
  expect(covered.held + covered.money).toBe(30 * 150)
})

test('somebody without a seat spends none of them, nor somebody whose seat is over on that day', async () => {
  await tryToBook(4, slot(0))
  await sql`update member_package set until_date = null where member_id = 4`.execute(db)
  expect(await sums()).toMatchObject({ held: 0, money: 150 })
  // The third of December is the last day.
  await tryToBook(2, slot(28))
  expect(await sums()).toMatchObject({ held: 150 })
  await sql`insert into member_package (member_id, package_id, from_date, created_at)
    select 2, package_id, '2026-12-01', created_at from member_package where member_id = 2`.execute(db)
  expect((await tryToBook(2, slot(56))).status).toBe(201)
  expect(await sums()).toMatchObject({ held: 150, money: 300 })
})

test('the manager of services reads what is left and who has used it, also once bookings are charged', async () => {
  await tryToBook(1, slot(0))
  await tryToBook(3, slot(1))
  await tryToBook(3, slot(2))
  const uses = [
    { member: 1, amount: '1.50' },
    { member: 3, amount: '3.00' },
  ]
  expect(await shared()).toMatchObject({ credits: [{ amount: '10.00', remaining: '5.50' }], uses })
  setNow(new Date('2026-12-02T20:00:00Z'))
  await jobs.chargeEnded()
  expect(await shared()).toMatchObject({ credits: [{ remaining: '5.50' }], uses })
})

test('a seat that is taken back before a booking ends leaves its price to the member', async () => {
  await tryToBook(1, slot(0))
  await sql`update member_package set until_date = '2026-12-01' where member_id = 1`.execute(db)
  setNow(new Date('2026-12-02T20:00:00Z'))
  await jobs.chargeEnded()
  expect(await shared()).toMatchObject({ credits: [{ remaining: '10.00' }], uses: [] })
})

// PGlite has one session: nothing ever waits there.
if (testDatabaseKind === 'postgres')
  test('a booking waits while another member of the team spends', async () => {
    let booked: Promise<number> = Promise.resolve(0)
    const ended = { isDone: false }
    await db.transaction().execute(async (tx) => {
      await lockMembers(tx, [1])
      booked = tryToBook(3, slot(0)).then(({ status }) => {
        ended.isDone = true
        return status
      })
      let waiting = 0
      while (waiting === 0 && !ended.isDone) {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
          where locktype = 'advisory' and not granted and objid = ${team}`.execute(tx)
        waiting = rows[0]?.count ?? 0
      }
      expect(ended.isDone).toBe(false)
    })
    expect(await booked).toBe(201)
  })
