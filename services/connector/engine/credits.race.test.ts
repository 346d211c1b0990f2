import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database, OpenedDatabase } from '../../../platform/database.ts'
import { testDatabase, testDatabaseKind } from '../../../platform/database.fixture.ts'
import { asked, call, connectorOf, engineOf, fillWorkshop } from '../connector.fixture.ts'
import { insertBooking } from './bookings.store.ts'
import { holdCredits } from './money.store.ts'
import { members, rush, slot, warmUp, widePool, withoutLocks } from './race.fixture.ts'
import { violates } from './retry.ts'

let database: OpenedDatabase
let db: Database
let close: () => Promise<void>

beforeAll(async () => {
  database = await testDatabase()
  ;({ db, close } = await widePool(database))
  await fillWorkshop(db, members)
  await warmUp(db)
})
afterAll(async () => {
  await close()
  await database.close()
})
beforeEach(async () => {
  await db.deleteFrom('booking').execute()
  await db.deleteFrom('credit').execute()
})

// `decisions.md` 37: the constraint holds alone, and without lock and constraint nothing does.

test('credits never become negative: of 200 parallel holds of 1.00 on 10.00 ten succeed, by the constraint alone', async () => {
  expect(await rushForCredit(db)).toEqual({ held: 10, refused: rush - 10, heldCents: 1000 })
})

test('many bookings at once share the credits of their member to the cent', async () => {
  await sql`update equipment set price_per_booking_cents = 150, price_per_booking_seconds = 1800`.execute(db)
  const credit = await newCredit(db, 1000)
  const fetch = connectorOf(engineOf(db))
  const attempts = Array.from({ length: 20 }, (_, index) =>
    call(fetch, 1, 'POST', '/fabman/bookings', asked(1, slot(index))),
  )
  expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual(attempts.map(() => 201))
  const { rows } = await sql<{ held: number; money: number; counted: number }>`
    select (select sum(amount_cents) from credit_hold)::int as held,
      (select sum(money_cents) from booking)::int as money,
      (select held_cents from credit where id = ${credit}) as counted`.execute(db)
  expect(rows).toEqual([{ held: 1000, money: 20 * 150 - 1000, counted: 1000 }])
  await sql`update equipment set price_per_booking_cents = 0`.execute(db)
})

if (testDatabaseKind === 'postgres') {
  test('mutant (c), credits without lock and constraint: more is held than there is', async () => {
    const copy = await testDatabase()
    const pool = await widePool(copy)
    try {
      await fillWorkshop(pool.db, members)
      await warmUp(pool.db)
      await sql`alter table credit drop constraint credit_not_negative`.execute(pool.db)
      await sql`update equipment set price_per_booking_cents = 150, price_per_booking_seconds = 1800`.execute(
        pool.db,
      )
      const credit = await newCredit(pool.db, 1000)
      const fetch = connectorOf(engineOf(pool.db.withPlugin(withoutLocks)))
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          call(fetch, 1, 'POST', '/fabman/bookings', asked(1, slot(index))),
        ),
      )
      const { rows } = await sql<{
        held: number
      }>`select held_cents as held from credit where id = ${credit}`.execute(pool.db)
      expect(rows[0]?.held).toBeGreaterThan(1000)
    } finally {
      await pool.close()
      await copy.close()
    }
  }, 60_000)
}

/** Parallel holds of 1.00 each, with neither lock nor rules. */
async function rushForCredit(on: Database) {
  const credit = await newCredit(on, 1000)
  const { fromDateTime } = slot(0)
  const bookings = await Promise.all(
    Array.from({ length: rush }, (_, index) => {
      const startsAt = new Date(Date.UTC(2027, 0, 1, index))
      return insertBooking(on, {
        space: 1,
        resource: 2,
        member: 1,
        title: null,
        fromDateTime,
        untilDateTime: slot(1).untilDateTime,
        startsAt,
        endsAt: new Date(startsAt.getTime() + 1_800_000),
        now: new Date(),
      })
    }),
  )
  const outcomes = await Promise.all(
    bookings.map((booking) =>
      holdCredits(on, booking, [{ credit, cents: 100 }]).then(
        () => 'held',
        (error: unknown) => (violates(error, 'credit_not_negative') ? 'refused' : String(error)),
      ),
    ),
  )
  const { rows } = await sql<{ cents: number }>`
    select sum(amount_cents)::int as cents from credit_hold where credit_id = ${credit}`.execute(on)
  const count = (outcome: string) => outcomes.filter((each) => each === outcome).length
  return { held: count('held'), refused: count('refused'), heldCents: rows[0]?.cents }
}

async function newCredit(on: Database, amountCents: number): Promise<number> {
  const row = { memberId: 1, scope: 'booking', amountCents, createdAt: new Date() }
  return (await on.insertInto('credit').values(row).returning('id').executeTakeFirstOrThrow()).id
}
