import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createConnectorClient } from '../../../clients/connector.ts'
import type { OpenedDatabase } from '../../../platform/database/database.ts'
import { testDatabase } from '../../../platform/database/database.fixture.ts'
import { asked, connectorOf, engineOf, fillWorkshop } from '../connector.fixture.ts'

let database: OpenedDatabase

beforeAll(async () => {
  database = await testDatabase()
  await fillWorkshop(database.db)
})
afterAll(() => database.close())

const authorise = () => ({ authorization: 'Bearer member-1' })

test('the client takes every answer of the connector', async () => {
  const log = vi.fn()
  const fetch = connectorOf(engineOf(database.db))
  const client = createConnectorClient({ baseUrl: 'http://connector', token: 'manage-token', fetch, log })

  const booking = await client.createBooking(asked(1), authorise)
  expect(await client.bookingsOfMember(1)).toEqual([booking])
  expect(await client.bookings({ resource: 2, state: 'confirmed' })).toEqual([booking])
  await expect(client.createBooking(asked(1), authorise)).rejects.toMatchObject({
    message: 'Diese Zeit ist schon vergeben.',
    status: 422,
    problem: { code: 'overlap', refusals: [{ code: 'overlap', nextPossible: '2026-12-02T20:00' }] },
  })
  expect(await client.cancelBooking(booking.id, authorise)).toMatchObject({
    id: booking.id,
    state: 'cancelled',
  })
  await expect(client.cancelBooking(999, authorise)).rejects.toMatchObject({
    message: 'Validation failed for created booking data.',
    cause: { status: 404, problem: { code: 'notFound' } },
  })

  expect(await client.equipment({ space: 1 })).toHaveLength(3)
  expect(await client.equipmentItem(2)).toMatchObject({ name: '3D-Drucker' })
  expect(await client.equipmentItem(99)).toBeNull()
  expect(await client.trainedEquipment(1, {}, authorise)).toEqual([1])
  expect(await client.spaces()).toEqual([await client.space(1)])
  expect(await client.membersByEmail('m1@example.org')).toEqual([await client.member(1)])
  expect([await client.credits(1), await client.creditUses(1, 1)]).toEqual([[], null])
  expect(await client.packages(1)).toMatchObject([{ name: 'Plus' }])
  expect(await client.trainings(1)).toHaveLength(1)
  expect(await client.credits(999)).toBeNull()
  expect(log).not.toHaveBeenCalled()
})

test('the added calls (C21, C22): quote, change, cost, waitlist, check-in, calendars', async () => {
  const log = vi.fn()
  const clientOf = (token: string) =>
    createConnectorClient({
      baseUrl: 'http://connector',
      token,
      fetch: connectorOf(engineOf(database.db)),
      log,
    })
  const client = clientOf('manage-token')
  const as = (member: number) => () => ({ authorization: `Bearer member-${member}` })
  const times = { fromDateTime: '2026-12-04T18:00', untilDateTime: '2026-12-04T20:00' }

  expect(await client.quoteBooking(asked(1, times), as(1))).toMatchObject({
    cost: { price: '0.00' },
    refusals: [],
  })
  const made = await client.createBooking(asked(1, times), as(1), 'a-key')
  const { state: _, ...place } = asked(2, times)
  const inLine = await client.joinWaitlist(place, as(2))
  expect(await client.waitlist({ member: 2 })).toEqual([inLine])
  const moved = { ...times, fromDateTime: '2026-12-04T19:00', lockVersion: made.lockVersion }
  expect(await client.changeBooking(made.id, moved, as(1))).toMatchObject({ lockVersion: 2 })
  expect(await client.bookingCosts({ ids: [made.id, 999] })).toMatchObject([
    { booking: made.id, minutes: 60, onCancelling: '0.00' },
  ])
  await client.cancelBooking(made.id, as(1))
  expect(await client.acceptOffer(inLine.id, as(2))).toMatchObject({ state: 'confirmed' })
  expect(await client.leaveWaitlist(inLine.id, as(2))).toMatchObject({ state: 'taken' })

  expect(await client.checkInSecret(2)).toEqual({ secret: null })
  const secret = (await client.renewCheckInSecret(2)).secret ?? ''
  await expect(client.checkIn({ member: '2', resource: '2', secret }, as(2))).rejects.toMatchObject({
    status: 422,
  })
  expect(await client.calendarToken('members', 2)).toEqual({ calendarToken: null, calendarUrl: null })
  const { calendarToken, calendarUrl } = await client.renewCalendarToken('members', 2)
  expect(await client.calendarToken('members', 2)).toEqual({ calendarToken, calendarUrl })
  expect(await client.calendarToken('members', 999)).toBeNull()
  expect(await client.calendarFeed('members', 2, calendarToken)).toMatchObject({
    bookings: [{ state: 'confirmed' }],
  })
  expect(await client.calendarFeed('members', 1, calendarToken)).toBeNull()
  expect(log).not.toHaveBeenCalled()
})
