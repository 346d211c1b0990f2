import { expect, test } from 'vitest'
import { Booking, idOf } from '../../../contracts/booking.ts'
import { now } from '../connector.fixture.ts'
import { bookingsLimit } from '../workshop-system.ts'
import { testDatabaseKind } from '../../../platform/database.fixture.ts'
import { insertBookings, lockEquipment } from './bookings.store.ts'
import { testWorkshop } from './engine.fixture.ts'

const { db, book, tryToBook, cancel, read } = await testWorkshop()

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
  await insertBookings(db, [{ space: 1, resource: 2, member: 2, title: null, ...unseen, ...instants, now }])
  const refused = { code: 'overlap', message: 'Diese Zeit ist schon vergeben.' }
  expect(await tryToBook(1)).toMatchObject({
    status: 422,
    body: { ...refused, refusals: [{ ...refused, limit: null, nextPossible: null }] },
  })
})

test('a thousand cancelled bookings of a week hide none that holds its time', async () => {
  const made = await book(1)
  const times = { fromDateTime: '2026-12-04T18:00', untilDateTime: '2026-12-04T20:00' }
  const instants = { startsAt: new Date('2026-12-04T17:00Z'), endsAt: new Date('2026-12-04T19:00Z') }
  const cancelled = Array.from({ length: bookingsLimit }, () => ({
    spaceId: 1,
    resourceId: idOf(made.resource),
    memberId: 2,
    title: null,
    state: 'cancelled' as const,
    cancelledAt: now,
    cancelledLate: false,
    createdAt: now,
    updatedAt: now,
    updatedBy: 2,
    ...times,
    ...instants,
  }))
  await db.insertInto('booking').values(cancelled).execute()
  const week = `fromDateTime=2026-11-30T00:00&untilDateTime=2026-12-07T00:00`
  const listed = await read(Booking.array(), `/fabman/bookings?resource=${idOf(made.resource)}&${week}`)
  expect(listed).toHaveLength(bookingsLimit)
  expect(listed[0]).toEqual(made)
})

test('who books at the same time as something that cannot be judged is booked all the same', async () => {
  const stamps = { createdAt: now, updatedAt: now }
  const broken = { name: 'Außenstelle', timezone: 'Nowhere/None', locale: 'de-DE', bookingSlotsPerHour: 2 }
  const { id } = await db
    .insertInto('space')
    .values({ ...broken, ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('equipment').where('id', '=', 3).set({ spaceId: id }).execute()
  const attempts = [tryToBook(1), tryToBook(2, { resource: '3' })]
  expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([201, 500])
})

// PGlite has one session: there is nobody else who could hold a lock.
if (testDatabaseKind === 'postgres') {
  test('a machine that another process holds keeps nobody from booking another one', async () => {
    const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = db.transaction().execute(async (tx) => {
      await lockEquipment(tx, 3)
      held.resolve()
      await free.promise
    })
    await held.promise
    const [other, blocked] = [tryToBook(1), tryToBook(2, { resource: '3' })]
    expect((await other).status).toBe(201)
    free.resolve()
    await holding
    expect((await blocked).status).toBe(201)
  })
}
