import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Database, violates } from '../../../../platform/database/database.ts'
import { testDatabaseKind } from '../../../../platform/database/database.fixture.ts'
import { addCredit } from '../../connector.fixture.ts'
import { insertBooking } from '../bookings/bookings.store.ts'
import { openWorkshop, slot, testWorkshop } from '../engine.fixture.ts'
import { holdCredits } from './money.store.ts'

/** Half an hour costs 1.50. */
const priced = {
  crowded: true,
  equipment: { pricePerBookingCents: 150, pricePerBookingSeconds: 1800 },
}
const rush = 200

const { db, tryToBook } = await testWorkshop(priced)

test('the constraint alone lets 10 of 200 parallel holds of 1.00 succeed on a credit of 10.00', async () => {
  expect(await rushForCredit(db)).toEqual({ held: 10, refused: rush - 10, heldCents: 1000 })
})

test('parallel bookings share the credits of their member to the cent', async () => {
  const credit = await addCredit(db, { amountCents: 1000 })
  const attempts = Array.from({ length: 20 }, (_, index) => tryToBook(1, slot(index)))
  expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual(attempts.map(() => 201))
  const { rows } = await sql<{ held: number; money: number; counted: number }>`
    select (select sum(amount_cents) from credit_hold)::int as held,
      (select sum(money_cents) from booking)::int as money,
      (select held_cents from credit where id = ${credit}) as counted`.execute(db)
  expect(rows).toEqual([{ held: 1000, money: 20 * 150 - 1000, counted: 1000 }])
})

if (testDatabaseKind === 'postgres') {
  test('mutant (c): without lock and constraint, bookings hold more credits than there are', async () => {
    const mutant = await openWorkshop({ ...priced, locks: false })
    try {
      await sql`alter table credit drop constraint credit_not_negative`.execute(mutant.db)
      await addCredit(mutant.db, { amountCents: 1000 })
      await Promise.all(Array.from({ length: 40 }, (_, index) => mutant.tryToBook(1, slot(index))))
      const { heldCents } = await mutant.db.selectFrom('credit').select('heldCents').executeTakeFirstOrThrow()
      expect(heldCents).toBeGreaterThan(1000)
    } finally {
      await mutant.close()
    }
  }, 60_000)
}

/** Parallel holds of 1.00 each, with neither lock nor rules. */
async function rushForCredit(on: Database) {
  const credit = await addCredit(on, { amountCents: 1000 })
  const { fromDateTime } = slot(0)
  const bookings = await Promise.all(
    Array.from({ length: rush }, async (_, index) => {
      const startsAt = new Date(Date.UTC(2027, 0, 1, index))
      const booking = {
        space: 1,
        equipment: 2,
        member: 1,
        title: null,
        fromDateTime,
        untilDateTime: slot(1).untilDateTime,
        startsAt,
        endsAt: new Date(startsAt.getTime() + 1_800_000),
        now: new Date(),
      }
      return await insertBooking(on, booking)
    }),
  )
  const outcomes = await Promise.all(
    bookings.map((id) =>
      holdCredits(on, id, [{ credit, cents: 100 }]).then(
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
