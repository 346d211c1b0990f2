import { expect, test } from 'vitest'
import { now } from '../connector.fixture.ts'
import { insertBooking } from './bookings.store.ts'
import { testWorkshop } from './engine.fixture.ts'

const { db, book, tryToBook, cancel } = await testWorkshop()

test('a booking keeps wall clock and instant, and who wrote it last', async () => {
  const made = await book(1)
  expect(made).toMatchObject({ account: 1, updatedBy: 1 })
  expect(await db.selectFrom('booking').selectAll().executeTakeFirstOrThrow()).toMatchObject({
    fromDateTime: '2026-12-02T18:00',
    untilDateTime: '2026-12-02T20:00',
    startsAt: new Date('2026-12-02T17:00Z'),
    endsAt: new Date('2026-12-02T19:00Z'),
  })
  expect((await cancel(1, made.id)).body).toEqual({ ...made, state: 'cancelled', lockVersion: 2 })
})

test('a race that only the constraint sees is refused with the same body', async () => {
  // Its texts say another day than its instants, so the rules find the time free.
  const unseen = { fromDateTime: '2026-12-09T18:00', untilDateTime: '2026-12-09T20:00' }
  const instants = { startsAt: new Date('2026-12-02T17:30Z'), endsAt: new Date('2026-12-02T18:00Z') }
  await insertBooking(db, { space: 1, resource: 2, member: 2, title: null, ...unseen, ...instants, now })
  const refused = { code: 'overlap', message: 'Diese Zeit ist schon vergeben.' }
  expect(await tryToBook(1)).toMatchObject({
    status: 422,
    body: { ...refused, refusals: [{ ...refused, limit: null, nextPossible: null }] },
  })
})
