import { describe, expect, test } from 'vitest'
import { ask, memberKey, openDouble } from './workshop.fixture.ts'

const slot = { resource: 2, member: 1, fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T20:00' }
const answer = async (response: Response) => [response.status, await response.json()]

describe('transport', () => {
  test('a key comes as Bearer, or as Basic with an empty password; a wrong one gets the scheme', async () => {
    const double = openDouble()
    const basic = `Basic ${Buffer.from('fabman-test-key:').toString('base64')}`
    expect((await ask(double, 'GET', '/spaces', undefined, { authorization: basic })).status).toBe(200)
    const wrong = await ask(double, 'GET', '/spaces', undefined, { authorization: 'Bearer nobody' })
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('Bearer'),
    ])
    const none = await ask(double, 'GET', '/spaces', undefined, {})
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, null])
    const member = await ask(double, 'GET', '/members', undefined, { authorization: `Bearer ${memberKey}` })
    expect(await answer(member)).toMatchObject([403, { statusCode: 403 }])
  })

  test('pages have 50 rows, a link to the next page and the total count', async () => {
    const double = openDouble({ members: 60 })
    const first = await ask(double, 'GET', '/members')
    expect([await first.json(), first.headers.get('x-total-count')]).toEqual([expect.any(Array), '61'])
    const link = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect(link).toBe('/api/v1/members?limit=50&offset=50')
    const second = await ask(double, 'GET', link.replace('/api/v1', ''))
    expect([((await second.json()) as unknown[]).length, second.headers.has('link')]).toEqual([11, false])
    expect((await ask(double, 'GET', '/members?limit=1001')).status).toBe(400)
  })

  test('embed and resolve can be repeated; an unknown name is 400', async () => {
    const double = openDouble()
    const space = await (await ask(double, 'GET', '/spaces/1?embed=openingHours&embed=holidays')).json()
    expect(space).toMatchObject({ _embedded: { openingHours: { length: 7 }, holidays: [] } })
    await ask(double, 'POST', '/bookings', slot)
    expect(
      await (await ask(double, 'GET', '/bookings?resolve=resource&resolve=member')).json(),
    ).toMatchObject([
      { resource: { id: 2, name: '3D-Drucker', state: 'active' }, member: { id: 1, memberNumber: '101' } },
    ])
    expect(await (await ask(double, 'GET', '/bookings')).json()).toMatchObject([{ resource: 2, member: 1 }])
    expect((await ask(double, 'GET', '/resources?embed=nothing')).status).toBe(400)
    expect(await answer(await ask(double, 'GET', '/resources?colour=red'))).toMatchObject([
      400,
      { message: '"colour" is not allowed' },
    ])
  })

  test('POST requires JSON without unknown fields; PUT requires the version and ignores unknown fields', async () => {
    const double = openDouble()
    const text = { authorization: 'Bearer fabman-test-key', 'content-type': 'text/plain' }
    expect((await ask(double, 'POST', '/bookings', slot, text)).status).toBe(415)
    expect(await answer(await ask(double, 'POST', '/bookings', { ...slot, title: 'Regal' }))).toMatchObject([
      400,
      { error: 'Bad Request', message: '"title" is not allowed' },
    ])
    expect((await ask(double, 'POST', '/bookings', { ...slot, member: '1' })).status).toBe(400)
    const put = (body: object) => ask(double, 'PUT', '/members/1', { ...body })
    expect((await put({ firstName: 'Mia' })).status).toBe(400)
    expect((await put({ firstName: 'Mia', lockVersion: 7 })).status).toBe(409)
    expect(await answer(await put({ firstName: 'Mia', colour: 'red', lockVersion: 1 }))).toMatchObject([
      200,
      { firstName: 'Mia', lockVersion: 2 },
    ])
  })

  test('a missing part is 204, a missing object 404; deleting is 204', async () => {
    const double = openDouble()
    expect((await ask(double, 'GET', '/resources/2/bridge')).status).toBe(204)
    expect((await ask(double, 'GET', '/members/1/key')).status).toBe(204)
    expect((await ask(double, 'GET', '/resources/77')).status).toBe(404)
    const booking = (await (await ask(double, 'POST', '/bookings', slot)).json()) as { id: number }
    expect((await ask(double, 'DELETE', `/bookings/${booking.id}`)).status).toBe(204)
    expect((await ask(double, 'DELETE', `/bookings/${booking.id}`)).status).toBe(404)
  })

  test('more requests in a second than allowed are 429', async () => {
    let now = new Date('2026-12-01T08:00:00Z')
    const double = openDouble({ perSecond: 2, clock: () => now })
    const statuses = []
    for (let each = 0; each < 3; each++) statuses.push((await ask(double, 'GET', '/spaces')).status)
    expect(statuses).toEqual([200, 200, 429])
    now = new Date('2026-12-01T08:00:01Z')
    expect((await ask(double, 'GET', '/spaces')).status).toBe(200)
  })
})

describe('bookings', () => {
  test.each([
    ['booking', { ...slot, member: 2 }],
    ['exclusiveResource', { ...slot, resource: 3 }],
    [
      'noPackage',
      { ...slot, member: 900, fromDateTime: '2026-12-03T18:00', untilDateTime: '2026-12-03T19:00' },
    ],
    ['slots', { ...slot, fromDateTime: '2026-12-02T20:10', untilDateTime: '2026-12-02T21:00' }],
    [
      'bookingWindowMinHours',
      { ...slot, fromDateTime: '2026-11-30T18:00', untilDateTime: '2026-11-30T19:00' },
    ],
    [
      'bookingWindowMaxDays',
      { ...slot, fromDateTime: '2027-02-01T18:00', untilDateTime: '2027-02-01T19:00' },
    ],
    ['openingHours', { ...slot, fromDateTime: '2026-12-02T21:30', untilDateTime: '2026-12-02T22:30' }],
  ])('%s is 422 with its tag', async (tag, asked) => {
    const double = openDouble()
    await ask(double, 'POST', '/bookings', slot)
    expect(await answer(await ask(double, 'POST', '/bookings', asked))).toMatchObject([
      422,
      { statusCode: 422, error: 'Unprocessable Entity', data: { [tag]: expect.anything() } },
    ])
  })

  test('prepayment requires a balance that covers the price, and the balance can be read', async () => {
    const double = openDouble()
    const { members, resources } = double.account.tables
    const change = { requireUpfrontPayment: true, upfrontMinimumBalance: '2.00' }
    double.account.update('members', members.get(1) as never, change)
    const price = { pricePerBooking: '3.00', pricePerBookingSeconds: 3600 }
    double.account.update('resources', resources.get(slot.resource) as never, price)
    const pay = (total: string) => ask(double, 'POST', '/payments', { member: 1, date: '2026-12-01', total })
    await pay('7.99')
    expect(await answer(await ask(double, 'POST', '/bookings', slot))).toMatchObject([
      422,
      { data: { prepaidBalance: expect.anything() } },
    ])
    await pay('0.01')
    expect((await ask(double, 'POST', '/bookings', slot)).status).toBe(201)
    expect(await (await ask(double, 'GET', '/members/1/balance-items')).json()).toEqual({
      sumPayments: '8.00',
      sumInvoices: '0.00',
      sumCharges: '0.00',
      sumUnpaidBookings: 6,
    })
  })

  test('a missing training is refused with a sentence; an administrator may need none', async () => {
    const laser = { ...slot, resource: 1 }
    for (const judgesAdmins of [true, false]) {
      const double = openDouble({ judgesAdmins })
      double.account.tables.memberTrainings.clear()
      const [status, body] = await answer(await ask(double, 'POST', '/bookings', laser))
      if (judgesAdmins)
        expect([status, body]).toMatchObject([422, { data: expect.stringContaining('no permission') }])
      else expect(status).toBe(201)
    }
  })

  test('are charged after their end, credits first', async () => {
    let now = new Date('2026-12-01T08:00:00Z')
    const double = openDouble({ clock: () => now })
    const { account } = double
    account.update('resources', account.tables.resources.get(2)!, {
      pricePerBooking: '3.00',
      pricePerBookingSeconds: 3600,
    })
    account.insert('credits', { member: 1, amount: '4.00' })
    await ask(double, 'POST', '/bookings', slot)
    expect(await (await ask(double, 'GET', '/bookings/1')).json()).toMatchObject({ charged: false })
    now = new Date('2026-12-02T19:00:00Z')
    expect(await (await ask(double, 'GET', '/bookings/1')).json()).toMatchObject({ charged: true })
    expect(await (await ask(double, 'GET', '/members/1/credits/1/uses')).json()).toMatchObject([
      { amount: '4.00' },
    ])
    expect(await (await ask(double, 'GET', '/charges?member=1')).json()).toMatchObject([
      { price: '2.00', booking: 1 },
    ])
  })

  test.each([
    ['less the biggest discount', { pricePerBooking: '3.00', pricePerBookingSeconds: 3600 }, '25.00', '4.50'],
    ['at one price where there are no seconds', { pricePerBooking: '3.00' }, '0.00', '3.00'],
  ])('are charged %s, from credits that end soonest', async (_, prices, discount, price) => {
    let now = new Date('2026-12-01T08:00:00Z')
    const double = openDouble({ clock: () => now })
    const { account } = double
    account.update('resources', account.tables.resources.get(2)!, prices)
    account.update('packagePermissions', account.tables.packagePermissions.get(1)!, {
      bookingFeeDiscountPercent: discount,
    })
    account.insert('credits', { member: 1, amount: '9.00' })
    account.insert('credits', { member: 1, amount: '9.00', untilDate: '2026-12-02' })
    await ask(double, 'POST', '/bookings', slot)
    now = new Date('2026-12-02T19:00:00Z')
    const uses = async (id: number) => (await ask(double, 'GET', `/members/1/credits/${id}/uses`)).json()
    expect([await uses(1), await uses(2)]).toMatchObject([[], [{ amount: price }]])
  })
})

test('a second member with the same address is refused', async () => {
  const double = openDouble()
  const member = { firstName: 'M', lastName: 'M', emailAddress: 'M1@example.org' }
  expect(await answer(await ask(double, 'POST', '/members', member))).toMatchObject([
    422,
    { data: { duplicateEmailAddress: {} } },
  ])
})

test('what belongs to a member is created from ids that exist, days and numbers, and money is answered as text', async () => {
  const double = openDouble()
  const post = (what: string, body: object) => ask(double, 'POST', `/members/1/${what}`, { ...body })
  const fromDate = '2026-12-01'
  const wrong: [string, object, string][] = [
    ['packages', { package: 77, fromDate }, '"package" does not exist'],
    ['packages', { package: 1, fromDate: '1.12.2026' }, '"fromDate" must be a date'],
    ['packages', { package: 1, fromDate, setupFee: 'free' }, '"setupFee" must be a number'],
    ['trainings', { trainingCourse: 77, date: fromDate }, '"trainingCourse" does not exist'],
    ['credits', { amount: 30, scope: 'all' }, '"scope" must be one of [booking, usage]'],
    ['credits', { amount: 30, scope: 'booking', notes: 'x' }, '"notes" is not allowed'],
  ]
  for (const [what, body, message] of wrong)
    expect(await answer(await post(what, body))).toMatchObject([400, { message }])
  expect(await answer(await post('credits', { amount: 30, scope: 'usage' }))).toMatchObject([
    201,
    { member: 1, amount: '30.00', scope: 'usage', fromDate: null },
  ])
  expect((await ask(double, 'POST', '/members/77/credits', { amount: 1, scope: 'usage' })).status).toBe(404)
})

test('a training without a first day begins on the day of its course', async () => {
  const double = openDouble()
  const training = { trainingCourse: 1, date: '2026-11-20' }
  expect(await answer(await ask(double, 'POST', '/members/1/trainings', training))).toMatchObject([
    201,
    { date: '2026-11-20', fromDate: '2026-11-20', untilDate: null },
  ])
})

test('a member is embedded with the packages of today or with all, each with its package', async () => {
  const double = openDouble()
  const own = { member: 1, package: 1 }
  double.account.insert('memberPackages', { ...own, fromDate: '2026-01-01', untilDate: '2026-11-30' })
  double.account.insert('memberPackages', { ...own, fromDate: '2026-12-02' })
  const packagesOf = async (embed: string) => {
    const member = (await (await ask(double, 'GET', `/members/1?embed=${embed}`)).json()) as {
      _embedded: { memberPackages: { fromDate: string; _embedded: { package: { name: string } } }[] }
    }
    return member._embedded.memberPackages.map((each) => [each.fromDate, each._embedded?.package.name])
  }
  expect(await packagesOf('activePackages')).toEqual([['2026-01-01', 'Plus']])
  expect(await packagesOf('memberPackages')).toEqual([
    ['2026-01-01', 'Plus'],
    ['2026-01-01', 'Plus'],
    ['2026-12-02', 'Plus'],
  ])
})

test('a member is embedded with trainings, each with its course', async () => {
  const member = await (await ask(openDouble(), 'GET', '/members/1?embed=trainings')).json()
  expect(member).toMatchObject({
    _embedded: { trainings: [{ trainingCourse: 1, _embedded: { trainingCourse: { title: 'Laser' } } }] },
  })
})

describe('webhooks', () => {
  const open = (statuses: number[]) => {
    const received: string[] = []
    const double = openDouble({
      webhookFetch: async (request) => {
        received.push(await request.text())
        return new Response(null, { status: statuses.shift() ?? 200 })
      },
    })
    return { double, received }
  }
  const hook = { url: 'https://werkbank.example/webhooks/fabman/s', categories: ['booking'] }

  test('send events with ids beyond 2^53, repeated until they are accepted', async () => {
    const { double, received } = open([500, 302])
    await ask(double, 'POST', '/webhooks', hook)
    await ask(double, 'POST', '/bookings', slot)
    await ask(double, 'POST', '/members', { firstName: 'A', lastName: 'B' })
    await double.webhooks.settled()
    expect(received).toHaveLength(3)
    expect(new Set(received).size).toBe(1)
    expect(received[0]).toMatch(/^\{"id":9007199254740994,"type":"booking_created","createdAt":/)
    expect(JSON.parse(received[0] ?? '')).toMatchObject({
      details: { booking: { id: 1 }, resource: { id: 2 }, member: { id: 1 } },
    })
  })

  test('are deactivated after too many failures, and keep their queue while paused', async () => {
    const failing = open(Array.from({ length: 20 }, () => 500))
    await ask(failing.double, 'POST', '/webhooks', hook)
    await ask(failing.double, 'POST', '/bookings', slot)
    await failing.double.webhooks.settled()
    expect(failing.double.account.rows('webhooks')).toMatchObject([{ state: 'inactive' }])

    const { double, received } = open([])
    await ask(double, 'POST', '/webhooks', { ...hook, state: 'paused' })
    await ask(double, 'POST', '/webhooks/1/test')
    await double.webhooks.settled()
    expect(received).toEqual([])
    await ask(double, 'PUT', '/webhooks/1', { state: 'active', lockVersion: 1 })
    await double.webhooks.settled()
    expect(received).toEqual([expect.stringContaining('"type":"test"')])
  })
})
