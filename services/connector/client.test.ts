import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createConnectorClient } from '../../clients/connector.ts'
import type { OpenedDatabase } from '../../platform/database.ts'
import { testDatabase } from '../../platform/database.fixture.ts'
import { asked, connectorOf, engineOf, fillWorkshop } from './connector.fixture.ts'

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
  expect(await client.trainedEquipment(1, authorise)).toEqual([1])
  expect(await client.spaces()).toEqual([await client.space(1)])
  expect(await client.membersByEmail('m1@example.org')).toEqual([await client.member(1)])
  expect([await client.credits(1), await client.creditUses(1, 1)]).toEqual([[], null])
  expect(await client.packages(1)).toMatchObject([{ name: 'Plus' }])
  expect(await client.trainings(1)).toHaveLength(1)
  expect(await client.credits(999)).toBeNull()
  expect(log).not.toHaveBeenCalled()
})
