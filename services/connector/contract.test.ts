import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createConnectorClient } from '../../clients/connector.ts'
import { Booking } from '../../contracts/booking.ts'
import { Equipment } from '../../contracts/equipment.ts'
import { Member } from '../../contracts/member.ts'
import { Package } from '../../contracts/package.ts'
import { Space } from '../../contracts/space.ts'
import type { Fetch } from '../../platform/http/service.ts'
import { asked, book, call, type Caller, connectorOf, now } from './connector.fixture.ts'
import { type Twin, twins } from './twins.fixture.ts'

describe.each(twins)('a workshop system, %s:', (_, open) => {
  let twin: Twin
  let fetch: Fetch
  let today = now

  beforeAll(async () => {
    twin = await open(() => today)
  })
  afterAll(() => twin.close())
  beforeEach(async () => {
    await twin.removeBookings()
    today = now
    fetch = connectorOf(twin.workshop, () => today)
  })

  const get = (path: string, as: Caller = 'read') => call(fetch, as, 'GET', path)
  const json = async (path: string, as?: Caller) => (await get(path, as)).json()
  const post = async (member: number, change: Parameters<typeof asked>[1] = {}) => {
    const response = await call(fetch, member, 'POST', '/fabman/bookings', asked(member, change))
    return [response.status, await response.json()]
  }
  const cancel = async (member: number, id: number) => {
    const response = await call(fetch, member, 'DELETE', `/fabman/bookings/${id}`)
    return [response.status, await response.json()]
  }

  test('a new booking is confirmed and has all fields of its contract', async () => {
    const [status, booking] = await post(1, { title: 'Regal', state: 'pending' })
    expect(status).toBe(201)
    expect(booking).toMatchObject({
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
      updatedBy: expect.any(Number),
      account: expect.any(Number),
      charged: false,
    })
    const { checkedInAt: _, ...always } = Booking.shape
    expect(Object.keys(booking as object).toSorted()).toEqual(Object.keys(always).toSorted())
    expect(await json('/fabman/bookings?member=1&state=')).toEqual([booking])
  })

  test('a refusal has every reason with limit and next possible time, in the language of the caller', async () => {
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
    expect([response.status, response.headers.get('content-type')]).toEqual([
      422,
      expect.stringContaining('application/problem+json'),
    ])
    const closed = {
      code: 'openingHours',
      message: 'The workshop is not open for bookings at that time.',
    }
    const next = { limit: null, nextPossible: '2026-12-03T08:00' }
    expect(await response.json()).toMatchObject({
      status: 422,
      ...closed,
      refusals: [
        { ...closed, ...next },
        { code: 'overlap', message: 'This time is already taken.', ...next },
      ],
    })
  })

  test.each([
    ['slotGrid', { fromDateTime: '2026-12-02T18:10' }, 30],
    ['windowMin', { fromDateTime: '2026-11-30T18:00', untilDateTime: '2026-11-30T19:00' }, 0],
    ['windowMax', { fromDateTime: '2027-01-01T18:00', untilDateTime: '2027-01-01T19:00' }, 30],
  ])('%s is refused with its limit', async (code, change, limit) => {
    expect(await post(1, change)).toMatchObject([422, { code, refusals: [{ code, limit }] }])
  })

  test('a training is valid on its last day, not the day after', async () => {
    const answer = async () => (await post(3, { resource: '1' }))[0]
    await twin.setTrainingEnd(3, '2026-12-01')
    expect(await answer()).toBe(422)
    await twin.setTrainingEnd(3, '2026-12-02')
    expect(await answer()).toBe(201)
    await twin.setTrainingEnd(3, null)
  })

  test('unknown equipment is 404 and names the field', async () => {
    expect(await post(1, { resource: '77' })).toMatchObject([404, { errors: [{ field: 'resource' }] }])
  })

  test('a booking of exclusive equipment blocks the member on all other equipment of the space', async () => {
    await book(fetch, 1)
    expect(await post(1, { resource: '3' })).toMatchObject([422, { code: 'overlap' }])
    expect((await post(2, { resource: '3' }))[0]).toBe(201)
  })

  test('the contact data of a member change, their name does not; a repeated call changes nothing', async () => {
    const contact = {
      phone: '+49 221 4710 911',
      address: 'Keupstraße 81',
      zip: '51063',
      city: 'Köln',
      countryCode: 'DE',
      language: 'en',
    }
    const change = async (body: object, id = 4) => {
      const response = await call(fetch, 'manage', 'PATCH', `/fabman/members/${id}`, body)
      return [response.status, await response.json()] as const
    }
    const before = Member.parse(await json('/fabman/members/4', 'manage'))
    const [status, changed] = await change(contact)
    expect(status).toBe(200)
    expect(changed).toEqual({ ...before, ...contact, updatedAt: today.toISOString() })
    expect(await json('/fabman/members/4', 'manage')).toEqual(changed)

    today = new Date(today.getTime() + 60_000)
    expect(await change(contact)).toEqual([200, changed])
    const [, cleared] = await change({ ...contact, phone: null })
    expect(cleared).toEqual({ ...(changed as Member), phone: null, updatedAt: today.toISOString() })

    expect(await change(contact, 77)).toMatchObject([404, { code: 'notFound' }])
    expect(await change({ ...contact, zip: '1010' })).toMatchObject([400, { errors: [{ field: 'zip' }] }])
    expect(await change({ ...contact, firstName: 'Eva' })).toMatchObject([
      400,
      { errors: [{ field: 'firstName' }] },
    ])
    expect(await json('/fabman/members/4', 'manage')).toEqual(cleared)
  })

  test('bookings are filtered by member, equipment, overlapping time and state, in order of their start', async () => {
    const second = await book(fetch, 2, {
      fromDateTime: '2026-12-03T09:00',
      untilDateTime: '2026-12-03T10:00',
    })
    const first = await book(fetch, 1)
    await cancel(2, second.id)
    const ids = async (query: string) =>
      ((await json(`/fabman/bookings${query}`)) as { id: number }[]).map(({ id }) => id)
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

  test('cancelling frees the time, and a repeated call gives the same result', async () => {
    const booking = await book(fetch, 1)
    const cancelled = await cancel(1, booking.id)
    expect(cancelled).toMatchObject([
      200,
      { ...booking, state: 'cancelled', lockVersion: 2, updatedBy: expect.any(Number) },
    ])
    expect(await cancel(1, booking.id)).toEqual(cancelled)
    expect((await book(fetch, 2)).state).toBe('confirmed')
  })

  test('an ended booking cannot be cancelled, a running one can', async () => {
    const { id } = await book(fetch, 1)
    today = new Date('2026-12-02T19:00:00Z')
    expect(await cancel(1, id)).toMatchObject([422, { code: 'bookingEnded' }])
    today = new Date('2026-12-02T18:59:59Z')
    expect((await cancel(1, id))[0]).toBe(200)
  })

  test('a member can neither create nor cancel bookings of another member, nor see whether they exist', async () => {
    const inTheNameOf1 = await call(fetch, 2, 'POST', '/fabman/bookings', asked(1))
    expect(inTheNameOf1.status).toBe(404)
    expect(await inTheNameOf1.json()).toMatchObject({ errors: [{ field: 'member' }] })
    expect(await json('/fabman/bookings?state=')).toEqual([])
    const { id } = await book(fetch, 1)
    const without = ([status, body]: unknown[]) => [status, { ...(body as object), requestId: '' }]
    const foreign = await cancel(2, id)
    expect(foreign[0]).toBe(404)
    expect(without(foreign)).toEqual(without(await cancel(2, id + 1)))
    expect(await json('/fabman/bookings?member=1')).toMatchObject([{ state: 'confirmed' }])
  })

  test('spaces and equipment have every field of their contract and no other', async () => {
    const [space] = (await json('/fabman/spaces')) as unknown[]
    expect(Object.keys(space as object).toSorted()).toEqual(Object.keys(Space.shape).toSorted())
    expect(Space.parse(space)._embedded.openingHours).toHaveLength(7)
    expect(await json('/fabman/spaces/1')).toEqual(space)
    expect((await get('/fabman/spaces/7')).status).toBe(404)
    const equipment = (await json('/fabman/resources/1')) as object
    expect(Object.keys(equipment).toSorted()).toEqual(Object.keys(Equipment.shape).toSorted())
    const expected = { name: 'Lasercutter', space: 1, pricePerBooking: '0.00' }
    expect(Equipment.parse(equipment)).toMatchObject(expected)
    const ids = async (query: string) =>
      ((await json(`/fabman/resources${query}`)) as { id: number }[]).map(({ id }) => id)
    expect([await ids(''), await ids('?space=1'), await ids('?space=2')]).toEqual([[1, 2, 3], [1, 2, 3], []])
    expect((await get('/fabman/resources/77')).status).toBe(404)
  })

  test('trained resources are numeric ids, for the member alone', async () => {
    expect(await json('/fabman/members/1/trained-resources', 1)).toEqual([1])
    expect((await get('/fabman/members/1/trained-resources', 2)).status).toBe(404)
  })

  test('the trainings that are still given are listed with the equipment that they unlock', async () => {
    await twin.addTraining({ id: 5, title: 'Metall', state: 'active' })
    await twin.addTraining({ id: 6, title: 'Früher', state: 'archived' })
    // Fabman's list of a test before is cached for a minute.
    today = new Date(now.getTime() + 61_000)
    expect(await json('/fabman/training-courses')).toEqual([
      { id: 1, title: 'Laser', resources: [1] },
      { id: 5, title: 'Metall', resources: [1, 2] },
    ])
  })

  test('a member is found by the exact address in any case', async () => {
    const [member] = (await json('/fabman/members?email=M2@Example.org', 'manage')) as object[]
    expect(member).toMatchObject({ id: 2, emailAddress: 'm2@example.org', dateOfBirth: null })
    expect(Object.keys(member as object).toSorted()).toEqual(Object.keys(Member.shape).toSorted())
    expect(await json('/fabman/members/2', 'manage')).toEqual(member)
    expect(await json('/fabman/members?email=2@example.org', 'manage')).toEqual([])
    expect(await json('/fabman/members?email=nobody@example.org', 'manage')).toEqual([])
    for (const rest of ['', '/credits', '/packages', '/trainings'])
      expect((await get(`/fabman/members/999${rest}`, 'manage')).status).toBe(404)
  })

  test('a member has credits with remaining amounts, their uses, packages and trainings', async () => {
    await twin.addCredit({ id: 7, amountCents: 3000, usedCents: [1250, 50], untilDate: '2026-11-30' })
    await twin.givePackage(1)
    expect(await json('/fabman/members/1/credits', 'manage')).toEqual([
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
    const use = { id: expect.any(Number), credit: 7, description: 'Laser', booking: null }
    const createdAt = '2026-11-01T09:00:00.000Z'
    expect(await json('/fabman/members/1/credits/7/uses', 'manage')).toEqual([
      { ...use, amount: '0.50', createdAt },
      { ...use, amount: '12.50', createdAt },
    ])
    expect((await get('/fabman/members/2/credits/7/uses', 'manage')).status).toBe(404)
    expect(await json('/fabman/members/1/packages', 'manage')).toContainEqual({
      id: expect.any(Number),
      name: 'Extra',
      fromDate: '2026-07-01',
      untilDate: null,
      allowsBooking: true,
      recurringFee: '39.00',
      recurringFeePeriod: 'month',
      bookingFeeDiscountPercent: '0.00',
    })
    expect(await json('/fabman/members/2/packages', 'manage')).toMatchObject([{ name: 'Plus' }])
    expect(await json('/fabman/members/1/trainings', 'manage')).toEqual([
      {
        id: expect.any(Number),
        training: 1,
        title: 'Laser',
        fromDate: '2026-01-01',
        untilDate: null,
        resources: [1],
      },
    ])
    const list = (await json('/fabman/packages', 'manage')) as unknown[]
    expect(list.map((each) => Package.parse(each))).toContainEqual(
      expect.objectContaining({ kind: 'member', name: { de: 'Extra', en: 'Extra' }, fee: '39.00' }),
    )
  })

  test('a package of a member ends with a day and goes on again, however often that is said', async () => {
    await twin.givePackage(3)
    const own = async () =>
      (await json('/fabman/members/3/packages', 'manage')) as { id: number; untilDate: string | null }[]
    const end = (id: number, untilDate: string | null, member = 3) =>
      call(fetch, 'manage', 'PATCH', `/fabman/members/${member}/packages/${id}`, { untilDate })
    const [given] = (await own()).toReversed()
    const id = given?.id ?? 0
    const others = (await own()).filter((each) => each.id !== id)
    for (const untilDate of ['2026-12-31', '2026-12-31', null, null, '2026-12-31']) {
      const response = await end(id, untilDate)
      expect(response.status).toBe(200)
      expect(await response.json()).toContainEqual(expect.objectContaining({ id, untilDate }))
      expect(await own()).toContainEqual(expect.objectContaining({ id, untilDate }))
    }
    // Of another member, and of nobody.
    expect(await (await end(id, null, 1)).json()).not.toContainEqual(expect.objectContaining({ id }))
    expect(await own()).toContainEqual(expect.objectContaining({ id, untilDate: '2026-12-31' }))
    expect((await end(id, null, 999)).status).toBe(404)
    // It has never begun.
    for (let time = 0; time < 2; time++) expect((await end(id, '2026-06-30')).status).toBe(200)
    expect(await own()).toEqual(others)
  })

  test('our own client accepts every answer', async () => {
    const log = vi.fn()
    const client = createConnectorClient({ baseUrl: 'http://connector', token: 'manage-token', fetch, log })
    const authorise = () => ({ authorization: 'Bearer member-1' })
    const booking = await client.createBooking(asked(1), authorise)
    expect(await client.bookingsOfMember(1)).toEqual([booking])
    await expect(client.createBooking(asked(1), authorise)).rejects.toMatchObject({
      message: 'Diese Zeit ist schon vergeben.',
      status: 422,
    })
    expect(await client.cancelBooking(booking.id, authorise)).toMatchObject({ state: 'cancelled' })
    expect(await client.equipment({ space: 1 })).toHaveLength(3)
    expect(await client.trainedEquipment(1, {}, authorise)).toEqual([1])
    expect(await client.spaces()).toEqual([await client.space(1)])
    expect(await client.membersByEmail('m1@example.org')).toEqual([await client.member(1)])
    expect(await client.creditUses(1, 999)).toBeNull()
    expect(log).not.toHaveBeenCalled()
  })

  test('a member takes everything along, and is forgotten with their coming bookings', async () => {
    const booking = await book(fetch, 3)
    const data = (await json('/fabman/members/3/data', 'manage')) as Record<string, object[]>
    expect(data['profile']).toHaveLength(1)
    expect(JSON.stringify(data['profile'])).toContain('m3@example.org')
    expect(data['bookings']).toMatchObject([{ id: booking.id }])
    expect(data['packages']?.length).toBeGreaterThan(0)
    expect((await get('/fabman/members/999/data', 'manage')).status).toBe(404)

    for (let time = 0; time < 2; time++)
      expect((await call(fetch, 'manage', 'DELETE', '/fabman/members/3')).status).toBe(200)
    expect(await json('/fabman/members?email=m3@example.org', 'manage')).toEqual([])
    const left = (await json('/fabman/members/3/data', 'manage')) as Record<string, object[]>
    expect(left['bookings']).toMatchObject([{ id: booking.id, state: 'cancelled' }])
    expect(JSON.stringify([left, await json('/fabman/bookings?member=3&state=')])).not.toMatch(
      /m3@example|Vorname3|Name3/,
    )
    // The time is free for others.
    expect((await post(1))[0]).toBe(201)
  })
})
