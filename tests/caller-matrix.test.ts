import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canary, ids, mia, openServices, origin, secrets, tom } from './services.fixture.ts'

let world: Awaited<ReturnType<typeof openServices>>

beforeAll(async () => {
  world = await openServices()
})
afterAll(() => world.close())

interface Row {
  /** What is asked of mia's things; `{}` where nothing of a member can be named. */
  path?: string
  body?: object
  /** The same of what belongs to nobody, to compare the refusals. */
  unknown?: string
  /** Abilities of service tokens that may call; `member`: a person's access token. */
  callers: ('read' | 'manage' | 'backend' | 'member')[]
  /** Status for tom, and for an account whose member is gone, and for one without a verified address. */
  foreign: number
  gone: number
  unverified: number
  /** Status for mia, when not 200. */
  own?: number
}

const member = { callers: ['member'] as Row['callers'] }
const connectorRead = {
  callers: ['read', 'manage'] as Row['callers'],
  foreign: 401,
  gone: 401,
  unverified: 401,
}
const managed = { ...connectorRead, callers: ['manage'] as Row['callers'] }

/** Always too late, so that no row of the matrix changes what the next one sees. */
const booking = {
  state: 'confirmed',
  fromDateTime: '2026-11-20T18:00',
  untilDateTime: '2026-11-20T19:00',
  resource: String(ids.equipment),
  member: String(ids.mia),
}

const changed = { fromDateTime: booking.fromDateTime, untilDateTime: booking.untilDateTime }

/** Every endpoint of both services; the next test fails when one is missing. */
const matrix: Record<string, Row> = {
  'POST /api/member/get': { ...member, body: { email: mia.email }, foreign: 403, gone: 403, unverified: 403 },
  'GET /api/member/credits/get': {
    ...member,
    path: `/api/member/credits/get?memberId=${ids.mia}`,
    unknown: '/api/member/credits/get?memberId=77',
    foreign: 404,
    gone: 404,
    unverified: 404,
  },
  'GET /api/member/previousCredits/get': {
    ...member,
    path: `/api/member/previousCredits/get?memberId=${ids.mia}`,
    unknown: '/api/member/previousCredits/get?memberId=77',
    foreign: 404,
    gone: 404,
    unverified: 404,
  },
  'GET /api/member/credits/uses/get': {
    ...member,
    path: `/api/member/credits/uses/get?memberId=${ids.mia}&creditId=${ids.usedUp}`,
    unknown: `/api/member/credits/uses/get?memberId=77&creditId=${ids.usedUp}`,
    foreign: 404,
    gone: 404,
    unverified: 404,
  },
  'POST /api/course/get': {
    callers: ['member', 'backend'],
    body: {},
    foreign: 200,
    gone: 200,
    unverified: 200,
  },
  'GET /api/member/course/get': { ...member, foreign: 200, gone: 200, unverified: 404 },
  'GET /api/member/calendar/get': {
    ...member,
    path: `/api/member/calendar/get?memberId=${ids.mia}`,
    unknown: '/api/member/calendar/get?memberId=77',
    foreign: 404,
    gone: 404,
    unverified: 404,
  },
  'GET /api/packages': { callers: ['member', 'backend'], foreign: 200, gone: 200, unverified: 200 },
  'GET /api/catalogue': { callers: ['backend'], foreign: 401, gone: 401, unverified: 401 },
  'POST /api/auth0/resend': {
    callers: [],
    body: { email: mia.email },
    foreign: 202,
    gone: 202,
    unverified: 202,
    own: 202,
  },

  'GET /connector/v1/fabman/bookings': connectorRead,
  'POST /connector/v1/fabman/bookings': {
    ...member,
    body: booking,
    foreign: 404,
    gone: 404,
    unverified: 404,
    own: 422,
  },
  'POST /connector/v1/fabman/bookings/quote': {
    ...member,
    body: booking,
    foreign: 404,
    gone: 404,
    unverified: 404,
  },
  'PATCH /connector/v1/fabman/bookings/{id}': {
    ...member,
    path: `/connector/v1/fabman/bookings/${ids.booking}`,
    unknown: '/connector/v1/fabman/bookings/77',
    body: { ...changed, lockVersion: 1 },
    foreign: 404,
    gone: 404,
    unverified: 404,
    own: 422,
  },
  'GET /connector/v1/fabman/bookings/costs': {
    ...connectorRead,
    path: `/connector/v1/fabman/bookings/costs?ids=${ids.booking}`,
  },
  'GET /connector/v1/fabman/waitlist': {
    ...connectorRead,
    path: `/connector/v1/fabman/waitlist?member=${ids.mia}`,
  },
  'POST /connector/v1/fabman/waitlist': {
    ...member,
    body: { ...changed, resource: String(ids.equipment), member: String(ids.mia) },
    foreign: 404,
    gone: 404,
    unverified: 404,
    own: 422,
  },
  'DELETE /connector/v1/fabman/waitlist/{id}': {
    ...member,
    path: `/connector/v1/fabman/waitlist/${ids.place}`,
    unknown: '/connector/v1/fabman/waitlist/77',
    foreign: 404,
    gone: 404,
    unverified: 404,
  },
  'POST /connector/v1/fabman/waitlist/{id}/accept': {
    ...member,
    path: `/connector/v1/fabman/waitlist/${ids.place}/accept`,
    unknown: '/connector/v1/fabman/waitlist/77/accept',
    foreign: 404,
    gone: 404,
    unverified: 404,
    own: 422,
  },
  'POST /connector/v1/fabman/check-ins': {
    ...member,
    body: { resource: String(ids.equipment), member: String(ids.mia), secret: secrets.checkIn },
    foreign: 404,
    gone: 404,
    unverified: 404,
    own: 422,
  },
  'GET /connector/v1/fabman/resources/{id}/check-in-secret': {
    ...managed,
    path: `/connector/v1/fabman/resources/${ids.equipment}/check-in-secret`,
  },
  'PUT /connector/v1/fabman/resources/{id}/check-in-secret': {
    ...managed,
    // Of another machine, so that the code above stays right.
    path: `/connector/v1/fabman/resources/${ids.otherEquipment}/check-in-secret`,
  },
  'GET /connector/v1/fabman/{kind}/{id}/calendar-token': {
    ...managed,
    path: `/connector/v1/fabman/members/${ids.mia}/calendar-token`,
  },
  'PUT /connector/v1/fabman/{kind}/{id}/calendar-token': {
    ...managed,
    path: `/connector/v1/fabman/resources/${ids.equipment}/calendar-token`,
  },
  'GET /connector/v1/fabman/calendars/{kind}/{id}/{token}': {
    ...connectorRead,
    path: `/connector/v1/fabman/calendars/members/${ids.mia}/${secrets.calendar}`,
  },
  'DELETE /connector/v1/fabman/bookings/{id}': {
    ...member,
    path: `/connector/v1/fabman/bookings/${ids.booking}`,
    unknown: '/connector/v1/fabman/bookings/77',
    foreign: 404,
    gone: 404,
    unverified: 404,
  },
  'GET /connector/v1/fabman/resources/{id}': {
    ...connectorRead,
    path: `/connector/v1/fabman/resources/${ids.equipment}`,
  },
  'GET /connector/v1/fabman/resources': connectorRead,
  'GET /connector/v1/fabman/members/{id}/trained-resources': {
    ...member,
    path: `/connector/v1/fabman/members/${ids.mia}/trained-resources`,
    unknown: '/connector/v1/fabman/members/77/trained-resources',
    foreign: 404,
    gone: 404,
    unverified: 404,
  },
  'GET /connector/v1/fabman/members/{id}/equipment-access': {
    ...member,
    path: `/connector/v1/fabman/members/${ids.mia}/equipment-access?day=2026-12-01`,
    unknown: '/connector/v1/fabman/members/77/equipment-access?day=2026-12-01',
    foreign: 404,
    gone: 404,
    unverified: 404,
  },
  'GET /connector/v1/fabman/spaces': connectorRead,
  'GET /connector/v1/fabman/spaces/{id}': { ...connectorRead, path: '/connector/v1/fabman/spaces/1' },
  'GET /connector/v1/fabman/members': { ...managed, path: `/connector/v1/fabman/members?email=${mia.email}` },
  'GET /connector/v1/fabman/members/{id}': { ...managed, path: `/connector/v1/fabman/members/${ids.mia}` },
  'GET /connector/v1/fabman/members/{id}/credits': {
    ...managed,
    path: `/connector/v1/fabman/members/${ids.mia}/credits`,
  },
  'GET /connector/v1/fabman/members/{id}/credits/{cid}/uses': {
    ...managed,
    path: `/connector/v1/fabman/members/${ids.mia}/credits/${ids.usedUp}/uses`,
  },
  'GET /connector/v1/fabman/packages': managed,
  'GET /connector/v1/fabman/members/{id}/packages': {
    ...managed,
    path: `/connector/v1/fabman/members/${ids.mia}/packages`,
  },
  'GET /connector/v1/fabman/members/{id}/trainings': {
    ...managed,
    path: `/connector/v1/fabman/members/${ids.mia}/trainings`,
  },
  // The last row: it makes the address of her calendar above useless.
  'POST /api/member/calendar/renew': {
    ...member,
    body: { memberId: ids.mia },
    foreign: 404,
    gone: 404,
    unverified: 404,
  },
}

const rows = Object.entries(matrix).map(([name, row]) => {
  const [method = '', path = ''] = name.split(' ')
  return {
    name,
    method,
    url: origin + (row.path ?? path),
    unknownUrl: row.unknown && origin + row.unknown,
    ...row,
  }
})
type Asked = (typeof rows)[number]

test('has a row for every endpoint of both API descriptions', async () => {
  const listed = await Promise.all(['/api', '/connector/v1'].map(endpointsOf))
  expect(Object.keys(matrix).toSorted()).toEqual(listed.flat().toSorted())
})

describe.each(rows)('$name', (row) => {
  const takesPeople = row.callers.includes('member')
  const open = row.callers.length === 0

  test('nobody', async () => {
    const { status, challenge } = await ask(row, {})
    expect(status).toBe(open ? 202 : 401)
    expect(challenge !== null).toBe(!open)
  })

  test('every token that must be refused', async () => {
    for (const [name, token] of Object.entries(await world.id.refused(mia))) {
      const { status, text } = await ask(row, { authorization: `Bearer ${token}` })
      expect([name, status]).toEqual([name, open ? 202 : 401])
      expect(text).not.toContain(canary)
    }
  })

  test('connector and backend tokens', async () => {
    for (const ability of ['read', 'manage', 'backend'] as const) {
      const { status, text } = await ask(row, { authorization: `Bearer ${world.tokens[ability]}` })
      const allowed = row.callers.includes(ability)
      expect([ability, status]).toEqual([ability, open ? 202 : allowed ? 200 : 403])
      if (!allowed) expect(text).not.toContain(canary)
    }
    expect((await ask(row, { authorization: `Bearer ${world.tokens.revoked}` })).status).toBe(
      open ? 202 : 401,
    )
  })

  test('another member, an account whose member is gone, an address that is not verified', async () => {
    const callers = {
      foreign: tom,
      gone: { sub: 'auth0|gone', email: 'gone@example.org', email_verified: true },
      unverified: { ...mia, sub: 'auth0|thief', email_verified: false },
    }
    for (const [who, claims] of Object.entries(callers)) {
      const answer = await ask(row, { authorization: `Bearer ${await world.id.token(claims)}` })
      expect([who, answer.status]).toEqual([who, row[who as keyof typeof callers]])
      expect(answer.text).not.toContain(canary)
    }
  })

  test('the refusal of a foreign id is the one of an unknown id', async () => {
    if (!row.unknownUrl) return
    const authorization = `Bearer ${await world.id.token(tom)}`
    const foreign = await ask(row, { authorization })
    const unknown = await ask({ ...row, url: row.unknownUrl }, { authorization })
    expect(withoutRequestId(foreign.text)).toEqual(withoutRequestId(unknown.text))
  })

  test('a bound token: as Bearer, without proof, with a replayed or a foreign proof', async () => {
    const browser = await world.id.browser()
    const token = await world.id.token({ ...mia, cnf: browser.cnf })
    const authorization = `DPoP ${token}`
    const proof = () => browser.proof({ token, method: row.method, url: row.url })
    const elsewhere = await browser.proof({ token, method: row.method, url: `${origin}/elsewhere` })
    const refused = open ? 202 : 401
    expect((await ask(row, { authorization: `Bearer ${token}`, dpop: await proof() })).status).toBe(refused)
    expect((await ask(row, { authorization })).status).toBe(refused)
    expect((await ask(row, { authorization, dpop: elsewhere })).status).toBe(refused)
    if (!takesPeople) return

    const once = await proof()
    expect((await ask(row, { authorization, dpop: once })).status).toBe(row.own ?? 200)
    const replayed = await ask(row, { authorization, dpop: once })
    expect(replayed.status).toBe(401)
    expect(replayed.challenge).toContain('invalid_dpop_proof')
    expect(replayed.text).not.toContain(canary)
  })

  test('mia herself', async () => {
    if (!takesPeople) return
    expect((await ask(row, { authorization: `Bearer ${await world.id.token(mia)}` })).status).toBe(
      row.own ?? 200,
    )
  })
})

/** Each question comes from another network address, so that no rate limit answers in its place. */
async function ask(row: Asked, headers: Record<string, string>) {
  const response = await world.fetch(
    new Request(row.url, {
      method: row.method,
      headers: {
        'x-test-address': crypto.randomUUID(),
        ...(row.body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(row.body && { body: bodyOf(row) }),
    }),
  )
  const text = await response.text()
  if (!response.ok) expect(response.headers.get('content-type')).toContain('application/problem+json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  return { status: response.status, challenge: response.headers.get('www-authenticate'), text }
}

function bodyOf({ name, body }: Asked): string {
  return JSON.stringify(name.endsWith('/resend') ? { email: `${crypto.randomUUID()}@example.org` } : body)
}

async function endpointsOf(prefix: string): Promise<string[]> {
  const response = await world.fetch(new Request(`${origin}${prefix}/openapi.json`))
  const { paths } = (await response.json()) as { paths: Record<string, object> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${prefix}${path}`),
  )
}

function withoutRequestId(text: string): unknown {
  const { requestId: _, ...body } = JSON.parse(text) as Record<string, unknown>
  return body
}
