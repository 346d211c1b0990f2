import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createBackendClient } from '../../clients/backend.ts'
import type { CallOptions } from '../../clients/calls.ts'
import { createSubscriptionClient } from '../../clients/subscriptions.ts'
import { recentUsage } from '../../rules/credits.ts'
import { canary, ids, mia, now, openServices, origin, tom } from '../../tests/services.fixture.ts'
import { changedContact as contact } from '../../tests/buyer.fixture.ts'

let world: Awaited<ReturnType<typeof openServices>>

beforeAll(async () => {
  world = await openServices()
})
afterEach(() => {
  world.upstream.down = false
})
afterAll(() => world.close())

async function optionsOf(claims: object, fetch = world.fetch) {
  const browser = await world.id.browser()
  const token = await world.id.token({ ...claims, cnf: browser.cnf })
  const authorise: CallOptions['authorise'] = async (request) => ({
    authorization: `DPoP ${token}`,
    dpop: await browser.proof({ token, ...request }),
  })
  return { baseUrl: `${origin}/api`, authorise, fetch }
}

async function clientOf(claims: object, fetch = world.fetch) {
  return createBackendClient(await optionsOf(claims, fetch))
}

async function bearer(claims: object): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await world.id.token({ ...claims })}` }
}

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const all = { 'content-type': 'application/json', ...headers }
  return world.fetch(new Request(`${origin}/api${path}`, { method: 'POST', headers: all, body: text }))
}

function get(path: string, headers: Record<string, string> = {}) {
  return world.fetch(new Request(`${origin}/api${path}`, { headers }))
}

describe('a member, through the real client with a bound token', () => {
  test('gets their own member record by their own address, in any case of letters', async () => {
    const member = await (await clientOf(mia)).member('MIA@example.org')
    expect(member).toMatchObject({ id: ids.mia, emailAddress: mia.email, company: canary })
  })

  test('gets the credits that can be spent today', async () => {
    expect(await (await clientOf(mia)).credits(ids.mia)).toMatchObject([
      { id: ids.credit, remaining: '30.00' },
    ])
  })

  test('gets all entries and their uses as previous credits, unfiltered', async () => {
    const list = await (await clientOf(mia)).previousCredits(ids.mia)
    expect(list.map(({ id, scope, amount }) => [id, scope, amount])).toEqual([
      [`grant-${ids.credit}`, 'grant', '30.00'],
      ['use-31', 'usage', '-30.00'],
      [`grant-${ids.usedUp}`, 'grant', '30.00'],
    ])
    expect(recentUsage(list, now)).toMatchObject([{ id: 'use-31', credit: ids.usedUp, description: canary }])
  })

  test('gets the uses of their own entry only', async () => {
    const client = await clientOf(mia)
    expect(await client.creditUses(ids.mia, ids.usedUp)).toMatchObject([{ id: 31, amount: '30.00' }])
    await expect(client.creditUses(ids.mia, ids.tomsCredit)).rejects.toMatchObject({ status: 404 })
    await expect(client.creditUses(ids.mia, 777)).rejects.toMatchObject({ status: 404 })
  })

  test('gets their own packages and trainings only', async () => {
    const client = await clientOf(mia)
    for (const call of ['memberPackages', 'memberTrainings'] as const) {
      expect(await client[call](ids.mia)).toEqual([])
      await expect(client[call](ids.tom)).rejects.toMatchObject({ status: 404 })
    }
  })

  test('sees and cancels their own contract only', async () => {
    const client = createSubscriptionClient(await optionsOf(mia))
    expect(await client.subscription(ids.mia)).toEqual({ subscription: null })
    await expect(client.subscription(ids.tom)).rejects.toMatchObject({ status: 404 })
    const foreign = client.cancelSubscription(ids.tom, true)
    await expect(foreign).rejects.toMatchObject({ status: 404 })
  })

  test('changes their own contact data only', async () => {
    const client = await clientOf(tom)
    const changed = await client.changeContact({ memberId: ids.tom, contact })
    expect(changed).toMatchObject({ id: ids.tom, ...contact })
    expect(await client.member(tom.email)).toEqual(changed)

    const before = await (await clientOf(mia)).member(mia.email)
    await expect(client.changeContact({ memberId: ids.mia, contact })).rejects.toMatchObject({ status: 404 })
    expect(await (await clientOf(mia)).member(mia.email)).toEqual(before)
    await expect(
      client.changeContact({ memberId: ids.tom, contact: { ...contact, zip: '1010' } }),
    ).rejects.toMatchObject({
      status: 400,
      problem: { errors: [{ field: 'contact.zip', message: 'form' }] },
    })
  })

  test('reads and renews the address of their own calendar only', async () => {
    const client = await clientOf(tom)
    expect(await client.calendar(ids.tom)).toEqual({ calendarUrl: null })
    const first = await client.renewCalendar(ids.tom)
    expect(first.calendarUrl).toMatch(new RegExp(`^${origin}/calendars/members/${ids.tom}/[\\w-]{32}\\.ics$`))
    expect(await client.calendar(ids.tom)).toEqual(first)
    expect(await client.renewCalendar(ids.tom)).not.toEqual(first)

    const before = await (await clientOf(mia)).calendar(ids.mia)
    await expect(client.calendar(ids.mia)).rejects.toMatchObject({ status: 404 })
    await expect(client.renewCalendar(ids.mia)).rejects.toMatchObject({ status: 404 })
    expect(await (await clientOf(mia)).calendar(ids.mia)).toEqual(before)
  })

  test('is told where the workshop system has no calendars', async () => {
    const client = await clientOf(tom, world.withoutCalendars)
    const refusal = { status: 501, problem: { code: 'notSupported' } }
    await expect(client.calendar(ids.tom)).rejects.toMatchObject(refusal)
    await expect(client.renewCalendar(ids.tom)).rejects.toMatchObject(refusal)
  })

  test('gets courses with dates, and their own places', async () => {
    const client = await clientOf(mia)
    const course = {
      id: 1,
      kind: 'training',
      price: '29.00',
      memberPrice: null,
      title: { de: 'Laser', en: 'Laser' },
      story: null,
      grade: null,
      trainer: null,
      freeCancelDays: 7,
      lateRefundPercent: 0,
      requires: [],
      minAge: null,
      accompaniedBelow: null,
      hasAgeRule: false,
    }
    const date = {
      id: 101,
      fromDateTime: '2026-12-01T18:00',
      untilDateTime: '2026-12-01T20:00',
      seats: 6,
      freeSeats: 5,
      place: { de: '', en: '' },
      language: 'de',
      updatedAt: now.toISOString(),
      state: 'planned',
      sessions: [
        {
          id: expect.any(Number),
          fromDateTime: '2026-12-01T18:00',
          untilDateTime: '2026-12-01T20:00',
          place: { de: '', en: '' },
        },
      ],
      sequence: 0,
      movedFrom: null,
      signUpUntil: null,
      minimum: null,
    }
    expect(await client.courses()).toEqual([{ ...course, dates: [date], grants: [5, 9] }])
    expect(await client.courses([1])).toHaveLength(1)
    expect(await client.courses([2])).toEqual([])
    expect(await client.courses([])).toEqual([])
    const place = { course_id: 1, date_id: 101, state: 'booked', createdAt: now.toISOString() }
    expect(await client.memberCourses()).toEqual([place])
    expect(await (await clientOf(tom)).memberCourses()).toEqual([])
  })

  test('stays who they are when the address of their account becomes that of somebody else', async () => {
    await (await clientOf(mia)).member(mia.email)
    const renamed = await clientOf({ ...mia, email: tom.email })
    expect(await renamed.member(tom.email)).toMatchObject({ id: ids.mia })
    await expect(renamed.credits(ids.tom)).rejects.toMatchObject({ status: 404 })
  })

  test('who is none, or is none any more, is told so in their language', async () => {
    const nobody = await clientOf({ sub: 'auth0|new', email: 'new@example.org', email_verified: true })
    await expect(nobody.member('new@example.org')).rejects.toThrow('Kein Mitglied mit diesem Konto gefunden.')
    const gone = { sub: 'auth0|gone', email: 'gone@example.org', email_verified: true }
    await expect((await clientOf(gone)).member(gone.email)).rejects.toMatchObject({
      problem: { code: 'noMember' },
    })
    await expect((await clientOf(gone)).credits(ids.gone)).rejects.toMatchObject({ status: 404 })
    await expect((await clientOf(gone)).previousCredits(ids.gone)).rejects.toMatchObject({ status: 404 })
    const english = await get('/member/course/get', {
      ...(await bearer({ sub: 'auth0|new' })),
      'accept-language': 'en-GB',
    })
    expect(await english.json()).toMatchObject({
      status: 404,
      code: 'noMember',
      message: 'No member was found for this account.',
    })
  })
})

test('workshop management that does not answer is 503 on every call that needs it, and nothing of it is kept', async () => {
  const client = await clientOf(mia)
  const calls = {
    member: () => client.member(mia.email),
    credits: () => client.credits(ids.mia),
    previousCredits: () => client.previousCredits(ids.mia),
    creditUses: () => client.creditUses(ids.mia, ids.usedUp),
    memberPackages: () => client.memberPackages(ids.mia),
    memberTrainings: () => client.memberTrainings(ids.mia),
    calendar: () => client.calendar(ids.mia),
    renewCalendar: () => client.renewCalendar(ids.mia),
    firstMatch: async () => (await clientOf({ ...mia, sub: 'auth0|other-device' })).memberCourses(),
  }
  for (const [name, call] of Object.entries(calls)) {
    world.upstream.down = true
    await expect(call(), name).rejects.toMatchObject({
      status: 503,
      problem: { code: 'upstreamUnavailable' },
    })
    world.upstream.down = false
    await expect(call(), name).resolves.toBeDefined()
  }
})

const resend = (email: string, address: string, headers = {}) =>
  post('/auth0/resend', { email }, { 'x-test-address': address, ...headers })

describe('POST /auth0/resend', () => {
  test('answers the same for any address and passes the language on', async () => {
    const known = await resend('neu@example.org', 'a', { 'accept-language': 'en' })
    const unknown = await resend('nobody@example.org', 'a')
    expect([known.status, unknown.status]).toEqual([202, 202])
    expect(await known.text()).toBe(await unknown.text())
    await vi.waitFor(() => expect(world.sentMails).toContainEqual({ email: 'neu@example.org', locale: 'en' }))
  })

  test('is limited to 5 per address and hour, wherever they come from', async () => {
    const answers = []
    for (const address of '123456') answers.push(await resend('Limit@example.org', address))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 429])
    expect(answers.at(-1)?.headers.get('retry-after')).toBe('3600')
    expect((await resend('LIMIT@example.org', '7')).status).toBe(429)
  })

  test('is limited to 20 per client and hour', async () => {
    const answers = []
    for (let one = 0; one < 21; one++) answers.push((await resend(`many${one}@example.org`, 'flood')).status)
    expect(answers.filter((status) => status === 202)).toHaveLength(20)
    expect(answers.at(-1)).toBe(429)
  })

  test('is limited to 20 per IPv6 network, whichever of its addresses is used', async () => {
    const statuses = []
    for (let one = 0; one < 21; one++) {
      const { status } = await resend(`six${one}@example.org`, `2001:db8:1:2::${one}`)
      statuses.push(status)
    }
    expect(statuses.filter((status) => status === 202)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })

  test('is not there when the provider gives no way to send mails again', async () => {
    const request = new Request(`${origin}/api/auth0/resend`, { method: 'POST', body: '{"email":"a@b.de"}' })
    expect((await world.withoutManagement(request)).status).toBe(404)
  })
})

describe('the description', () => {
  test('is OpenAPI with every contract, and a page for people without script', async () => {
    const response = await get('/openapi.json')
    const document = await response.json()
    const etag = response.headers.get('etag') ?? ''
    const ask = (headers: HeadersInit) => world.fetch(new Request(`${origin}/api/openapi.json`, { headers }))
    expect((await ask({ 'if-none-match': etag })).status).toBe(304)
    expect((await ask({ 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip')
    const begun = process.threadCpuUsage()
    for (let index = 0; index < 20; index++) await ask({})
    expect(process.threadCpuUsage(begun).user).toBeLessThan(400_000)
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: `${origin}/api` }] })
    const uses = document.paths['/member/credits/uses/get'].get
    expect(uses.parameters).toMatchObject([
      { name: 'memberId', in: 'query', required: true, schema: { type: 'integer' } },
      { name: 'creditId', in: 'query', required: true },
    ])
    expect(Object.keys(uses.responses)).toEqual(['200', '400', '401', '403', '404', '500', '503', '507'])
    const page = await get('/docs')
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    const text = await page.text()
    for (const path of Object.keys(document.paths)) expect(text).toContain(path)
  })
})
