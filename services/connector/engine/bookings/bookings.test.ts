import { expect, test } from 'vitest'
import { Booking, bookingsLimit, idOf } from '../../../../contracts/booking.ts'
import { now } from '../../connector.fixture.ts'
import { testDatabaseKind } from '../../../../platform/database/database.fixture.ts'
import { insertBooking } from './bookings.store.ts'
import { lockEquipment } from './locks.store.ts'
import { testWorkshop } from '../engine.fixture.ts'

const { db, book, tryToBook, cancel, read } = await testWorkshop()

test('a booking has local times, instants and its last writer', async () => {
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

test('an overlap that only the constraint finds is refused with the same body', async () => {
  // Its texts say another day than its instants, so the rules find the time free.
  const unseen = { fromDateTime: '2026-12-09T18:00', untilDateTime: '2026-12-09T20:00' }
  const instants = { startsAt: new Date('2026-12-02T17:30Z'), endsAt: new Date('2026-12-02T18:00Z') }
  await insertBooking(db, { space: 1, equipment: 2, member: 2, title: null, ...unseen, ...instants, now })
  const refused = { code: 'overlap', message: 'Diese Zeit ist schon vergeben.' }
  expect(await tryToBook(1)).toMatchObject({
    status: 422,
    body: { ...refused, refusals: [{ ...refused, limit: null, nextPossible: null }] },
  })
})

test.each([
  ['a week', '&untilDateTime=2026-12-07T00:00'],
  ['a time without end, as in calendars', ''],
])('a thousand cancelled bookings of %s hide no confirmed one', async (_, until) => {
  const made = await book(1)
  const times = { fromDateTime: '2026-12-04T18:00', untilDateTime: '2026-12-04T20:00' }
  const instants = { startsAt: new Date('2026-12-04T17:00Z'), endsAt: new Date('2026-12-04T19:00Z') }
  const cancelled = Array.from({ length: bookingsLimit }, () => ({
    spaceId: 1,
    equipmentId: idOf(made.resource),
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
  const since = `resource=${idOf(made.resource)}&fromDateTime=2026-11-30T00:00`
  const listed = await read(Booking.array(), `/fabman/bookings?${since}${until}`)
  expect(listed).toHaveLength(bookingsLimit)
  expect(listed[0]).toEqual(made)
})

test('members who book at the same time each get their own booking, price and mail', async () => {
  await db.updateTable('equipment').set({ pricePerBookingCents: 600, pricePerBookingSeconds: 3600 }).execute()
  // No member books the equipment with their own id, so a mix-up shows.
  const wishes = [
    { member: 1, resource: '3', untilDateTime: '2026-12-02T19:00' },
    { member: 2, resource: '1', untilDateTime: '2026-12-02T20:00' },
    { member: 3, resource: '2', untilDateTime: '2026-12-02T21:00' },
  ]
  const answers = await Promise.all(wishes.map(({ member, ...wish }) => tryToBook(member, wish)))
  for (const [index, { member, resource, untilDateTime }] of wishes.entries()) {
    const booking = Booking.parse(answers[index]?.body)
    expect([idOf(booking.member), idOf(booking.resource)]).toEqual([member, Number(resource)])
    const row = await db
      .selectFrom('booking')
      .selectAll()
      .where('id', '=', booking.id)
      .executeTakeFirstOrThrow()
    const hours = index + 1
    expect(row).toMatchObject({
      memberId: member,
      equipmentId: Number(resource),
      untilDateTime,
      priceCents: 600 * hours,
    })
    const { content } = await db
      .selectFrom('mailAttachment')
      .innerJoin('mail', 'mail.id', 'mailId')
      .select('content')
      .where('toName', 'like', `Vorname${member} %`)
      .executeTakeFirstOrThrow()
    expect(content.toString()).toContain(
      `DTEND;TZID=Europe/Berlin:${untilDateTime.replaceAll(/[-:]/g, '')}00`,
    )
  }
})

test('a booking that fails does not affect another one at the same time', async () => {
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
  test('locked equipment does not block bookings of other equipment', async () => {
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
