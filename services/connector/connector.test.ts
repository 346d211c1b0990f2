import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Equipment } from '../../contracts/equipment.ts'
import { Space } from '../../contracts/space.ts'
import type { OpenedDatabase } from '../../platform/database.ts'
import { testDatabase } from '../../platform/database.fixture.ts'
import type { Fetch } from '../../platform/http.ts'
import {
  asked,
  book,
  call,
  type Caller,
  connectorOf,
  engineOf,
  fillWorkshop,
  now,
} from './connector.fixture.ts'
import { insertBooking } from './engine/bookings.store.ts'

let database: OpenedDatabase
let fetch: Fetch
let today = now

beforeAll(async () => {
  database = await testDatabase()
  await fillWorkshop(database.db)
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.deleteFrom('booking').execute()
  today = now
  fetch = connectorOf(
    engineOf(database.db, () => today),
    () => today,
  )
})

const get = (path: string, as: Caller = 'read') => call(fetch, as, 'GET', path)

describe('bookings', () => {
  test('are created as confirmed with all fields of the specification', async () => {
    const response = await call(
      fetch,
      1,
      'POST',
      '/fabman/bookings',
      asked(1, { title: 'Regal', state: 'pending' }),
    )
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({
      id: expect.any(Number),
      resource: { id: 2, name: '3D-Drucker', state: 'active' },
      member: {
        id: 1,
        memberNumber: '101',
        firstName: 'Vorname1',
        lastName: 'Name1',
        state: 'active',
        company: null,
      },
      fromDateTime: '2026-12-02T18:00',
      untilDateTime: '2026-12-02T20:00',
      state: 'confirmed',
      lockVersion: 1,
      createdAt: '2026-12-01T08:00:00.000Z',
      updatedAt: '2026-12-01T08:00:00.000Z',
      updatedBy: 1,
      account: 1,
      charged: false,
    })
  })

  test('keep wall clock and instant', async () => {
    const { id } = await book(fetch, 1)
    const row = await database.db
      .selectFrom('booking')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      fromDateTime: '2026-12-02T18:00',
      startsAt: new Date('2026-12-02T17:00Z'),
      endsAt: new Date('2026-12-02T19:00Z'),
    })
  })

  test('are refused with every reason, limit and next possible time, in the language of the caller', async () => {
    await book(fetch, 2)
    const request = new Request('http://connector/fabman/bookings', {
      method: 'POST',
      headers: {
        authorization: 'Bearer member-1',
        'content-type': 'application/json',
        'accept-language': 'en-GB,en',
      },
      body: JSON.stringify(asked(1, { untilDateTime: '2026-12-02T22:30' })),
    })
    const response = await fetch(request)
    expect(response.status).toBe(422)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(await response.json()).toMatchObject({
      status: 422,
      code: 'openingHours',
      message: 'The workshop is not open for bookings at that time.',
      refusals: [
        {
          code: 'openingHours',
          message: 'The workshop is not open for bookings at that time.',
          limit: null,
          nextPossible: '2026-12-03T08:00',
        },
        {
          code: 'overlap',
          message: 'This time is already taken.',
          limit: null,
          nextPossible: '2026-12-03T08:00',
        },
      ],
    })
  })

  test.each([
    ['slotGrid', asked(1, { fromDateTime: '2026-12-02T18:10' }), 30],
    ['windowMin', asked(1, { fromDateTime: '2026-11-30T18:00', untilDateTime: '2026-11-30T19:00' }), 0],
    ['windowMax', asked(1, { fromDateTime: '2027-01-01T18:00', untilDateTime: '2027-01-01T19:00' }), 30],
  ])('%s is refused with its limit', async (code, body, limit) => {
    const response = await call(fetch, 1, 'POST', '/fabman/bookings', body)
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { code, refusals: [{ code, limit }] },
    ])
  })

  test('noPermission: a training is valid on its last day, not the day after', async () => {
    const { db } = database
    const training = db.updateTable('memberTraining').where('memberId', '=', 3)
    const answer = async () =>
      (await call(fetch, 3, 'POST', '/fabman/bookings', asked(3, { resource: '1' }))).status
    await training.set({ untilDate: '2026-12-01' }).execute()
    expect(await answer()).toBe(422)
    await training.set({ untilDate: '2026-12-02' }).execute()
    expect(await answer()).toBe(201)
    await training.set({ untilDate: null }).execute()
  })

  test('an unknown machine is 404 and names the field', async () => {
    const response = await call(fetch, 1, 'POST', '/fabman/bookings', asked(1, { resource: '77' }))
    expect([response.status, await response.json()]).toMatchObject([404, { errors: [{ field: 'resource' }] }])
  })

  test('the time of an exclusive machine blocks the member on every other machine of the space', async () => {
    await book(fetch, 1)
    const other = await call(fetch, 1, 'POST', '/fabman/bookings', asked(1, { resource: '3' }))
    expect([other.status, await other.json()]).toMatchObject([422, { code: 'overlap' }])
  })

  test('a race that only the constraint sees is refused with the same body', async () => {
    // Its texts say another day than its instants, so the rules find the time free.
    const unseen = { fromDateTime: '2026-12-09T18:00', untilDateTime: '2026-12-09T20:00' }
    const instants = { startsAt: new Date('2026-12-02T17:30Z'), endsAt: new Date('2026-12-02T18:00Z') }
    await insertBooking(database.db, {
      space: 1,
      resource: 2,
      member: 2,
      title: null,
      ...unseen,
      ...instants,
      now,
    })
    const response = await call(fetch, 1, 'POST', '/fabman/bookings', asked(1))
    const refused = { code: 'overlap', message: 'Diese Zeit ist schon vergeben.' }
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { ...refused, refusals: [{ ...refused, limit: null, nextPossible: null }] },
    ])
  })

  test('are listed by member, machine, overlapping time and state', async () => {
    const first = await book(fetch, 1)
    const second = await book(fetch, 2, {
      fromDateTime: '2026-12-03T09:00',
      untilDateTime: '2026-12-03T10:00',
    })
    await call(fetch, 2, 'DELETE', `/fabman/bookings/${second.id}`)
    const ids = async (query: string) => {
      const list = (await (await get(`/fabman/bookings${query}`)).json()) as { id: number }[]
      return list.map(({ id }) => id)
    }
    expect(await ids('')).toEqual([first.id, second.id])
    expect(await ids('?state=')).toEqual([first.id, second.id])
    expect(await ids('?state=confirmed')).toEqual([first.id])
    expect(await ids('?member=2&state=')).toEqual([second.id])
    expect(await ids('?resource=2&state=cancelled')).toEqual([second.id])
    expect(await ids('?resource=3')).toEqual([])
    expect(await ids('?fromDateTime=2026-12-02T19:30&untilDateTime=2026-12-02T23:00')).toEqual([first.id])
    expect(await ids('?fromDateTime=2026-12-02T20:00&untilDateTime=2026-12-03T09:00')).toEqual([])
    expect(await ids('?fromDateTime=2026-12-03T00:00&untilDateTime=2026-12-04T00:00')).toEqual([second.id])
  })

  test('cancelling frees the time and answers the same again and again', async () => {
    const booking = await book(fetch, 1)
    const cancel = async () => (await call(fetch, 1, 'DELETE', `/fabman/bookings/${booking.id}`)).json()
    const cancelled = await cancel()
    expect(cancelled).toEqual({ ...booking, state: 'cancelled', lockVersion: 2 })
    expect(await cancel()).toEqual(cancelled)
    expect((await book(fetch, 2)).state).toBe('confirmed')
  })

  test('one that is over can not be cancelled, one that runs can', async () => {
    const booking = await book(fetch, 1)
    today = new Date('2026-12-02T19:00:00Z')
    const late = await call(fetch, 1, 'DELETE', `/fabman/bookings/${booking.id}`)
    expect([late.status, await late.json()]).toMatchObject([422, { code: 'bookingEnded' }])
    today = new Date('2026-12-02T18:59:59Z')
    expect((await call(fetch, 1, 'DELETE', `/fabman/bookings/${booking.id}`)).status).toBe(200)
  })
})

describe('spaces and equipment', () => {
  test('carry every field of their contract', async () => {
    const [space] = (await (await get('/fabman/spaces')).json()) as unknown[]
    expect(Object.keys(space as object).toSorted()).toEqual(Object.keys(Space.shape).toSorted())
    expect(Space.parse(space)._embedded.openingHours).toHaveLength(7)
    const equipment = (await (await get('/fabman/resources/1')).json()) as object
    expect(Object.keys(equipment).toSorted()).toEqual(Object.keys(Equipment.shape).toSorted())
    expect(Equipment.parse(equipment)).toMatchObject({
      name: 'Lasercutter',
      space: 1,
      pricePerBooking: '0.00',
    })
  })

  test('equipment can be asked for by space', async () => {
    const names = async (query: string) =>
      ((await (await get(`/fabman/resources${query}`)).json()) as { id: number }[]).map(({ id }) => id)
    expect(await names('')).toEqual([1, 2, 3])
    expect(await names('?space=1')).toEqual([1, 2, 3])
    expect(await names('?space=2')).toEqual([])
  })

  test('trained resources are numeric ids, of oneself', async () => {
    expect(await (await get('/fabman/members/1/trained-resources', 1)).json()).toEqual([1])
  })
})

describe('what the backend asks with its manage token', () => {
  test('a member is found by address in any case', async () => {
    const found = await get('/fabman/members?email=M2@Example.org', 'manage')
    expect(await found.json()).toMatchObject([{ id: 2, emailAddress: 'm2@example.org', dateOfBirth: null }])
    expect(await (await get('/fabman/members?email=nobody@example.org', 'manage')).json()).toEqual([])
  })

  test('credits with what remains, their uses, packages and trainings', async () => {
    const { db } = database
    const createdAt = new Date('2026-11-01T09:00Z')
    await db
      .insertInto('credit')
      .values({ id: 7, memberId: 1, scope: 'booking', amountCents: 3000, untilDate: '2026-11-30', createdAt })
      .execute()
    await db
      .insertInto('creditUse')
      .values(
        [1250, 50].map((amountCents) => ({ creditId: 7, amountCents, description: 'Laser', createdAt })),
      )
      .execute()
    expect(await (await get('/fabman/members/1/credits', 'manage')).json()).toEqual([
      {
        id: 7,
        member: 1,
        scope: 'booking',
        amount: '30.00',
        remaining: '17.00',
        fromDate: null,
        untilDate: '2026-11-30',
        createdAt: '2026-11-01T09:00:00.000Z',
      },
    ])
    expect(await (await get('/fabman/members/1/credits/7/uses', 'manage')).json()).toMatchObject([
      { credit: 7, amount: '0.50' },
      { credit: 7, amount: '12.50', description: 'Laser', booking: null },
    ])
    expect((await get('/fabman/members/2/credits/7/uses', 'manage')).status).toBe(404)
    expect(await (await get('/fabman/members/1/packages', 'manage')).json()).toEqual([
      {
        id: expect.any(Number),
        name: 'Plus',
        fromDate: '2026-01-01',
        untilDate: null,
        allowsBooking: true,
        recurringFee: '39.00',
        recurringFeePeriod: 'month',
        bookingFeeDiscountPercent: '0.00',
      },
    ])
    expect(await (await get('/fabman/members/1/trainings', 'manage')).json()).toMatchObject([
      { title: 'Laser', fromDate: '2026-01-01', untilDate: null, resources: [1] },
    ])
  })
})

test('the API describes itself', async () => {
  const document = (await (await get('/openapi.json')).json()) as { paths: object }
  expect(Object.keys(document.paths)).toContain('/fabman/members/{id}/trained-resources')
})
