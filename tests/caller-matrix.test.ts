import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backendApi } from '../contracts/http/backend.ts'
import { connectorApi } from '../contracts/http/connector.ts'
import type { Caller, Endpoints } from '../contracts/http/endpoint.ts'
import { currentRequest, inRequest, noteCaller } from '../platform/request-context.ts'
import { backendSamples, connectorSamples, type Sample } from './caller-samples.fixture.ts'
import { canary, ids, mia, openServices, origin, tom } from './services.fixture.ts'

let world: Awaited<ReturnType<typeof openServices>>

beforeAll(async () => {
  world = await openServices()
})
afterAll(() => world.close())

/** The backend is last: renewing mia's calendar closes the address that the connector's feed is asked by. */
const rows = [
  ...rowsOf('/connector/v1', connectorApi, connectorSamples),
  ...rowsOf('/api', backendApi, backendSamples),
]
type Asked = (typeof rows)[number]

/** Every endpoint of a table; a sample that is missing where it is needed fails its tests. */
function rowsOf(prefix: string, table: Endpoints, samples: Record<string, Sample | undefined>) {
  return Object.entries(table).map(([name, { method, path, callers, status = 200 }]) => {
    const sample = samples[name] ?? {}
    const takesPeople = callers.includes('member') || callers.includes('person')
    const unknown = sample.unknown ?? (path.includes('{id}') ? path.replace('{id}', '77') : undefined)
    return {
      name: `${method} ${prefix}${path}`,
      method,
      url: origin + prefix + (sample.path ?? pathOfMia(path)),
      unknownUrl: takesPeople && unknown ? origin + prefix + unknown : undefined,
      body: sample.body,
      callers,
      isOpen: callers.includes('visitor'),
      takesPeople,
      others: sample.others ?? (takesPeople ? [404, 404, 404] : [401, 401, 401]),
      own: sample.own ?? status,
      service: sample.service ?? 200,
    }
  })
}

/** Mia's id, that of her booking or entry, or of the machine, by the part of the path before it. */
function pathOfMia(path: string): string {
  const known: Record<string, number> = {
    members: ids.mia,
    bookings: ids.booking,
    waitlist: ids.place,
    resources: ids.equipment,
    spaces: 1,
  }
  return path
    .replace('{kind}', 'members')
    .replace(/(\w+)\/\{id\}/, (_, owner: string) => `${owner}/${known[owner]}`)
}

test('both API descriptions list every endpoint of the contract tables, and no other', async () => {
  const listed = await Promise.all(['/api', '/connector/v1'].map(endpointsOf))
  expect(listed.flat().toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

/** The rest of this file takes the callers from the tables; here a row that lets in too many fails. */
test('the tokens of the site and visitors reach these endpoints and no other', () => {
  const reachedBy = (table: Endpoints, caller: Caller) =>
    Object.keys(table).filter((name) => table[name]?.callers.includes(caller))
  expect(reachedBy(connectorApi, 'visitor')).toEqual([])
  expect(reachedBy(backendApi, 'visitor')).toEqual([
    'challenge',
    'register',
    'resendVerification',
    'linkedAttendance',
    'linkedCode',
    'linkedMarks',
  ])
  expect(reachedBy(backendApi, 'backend')).toEqual([
    'courses',
    'packages',
    'catalogue',
    'certificate',
    'instructions',
    'instructionText',
    'askInstructionLink',
    'linkedInstruction',
    'beginLinkedAttempt',
    'finishLinkedAttempt',
    'askGuestPlace',
    'guestPlace',
    'takeGuestPlace',
    'acceptGuestPlace',
    'leaveGuestPlace',
    'claimedOrder',
    'confirmClaim',
    'signUp',
    'startSignUp',
    'signUpContact',
    'signUpImage',
    'signUpPhoto',
    'signUpOffer',
    'placeSignUpOrder',
    'paySignUp',
    'changeSignUp',
    'askGuardian',
    'guardianRequest',
    'agreeAsGuardian',
    'deletion',
    'confirmDeletion',
    'invitation',
    'declareCancellation',
    'declareWithdrawal',
    'declarationReceipt',
    'disownable',
    'courseCalendar',
    'disown',
  ])
  expect(reachedBy(connectorApi, 'read')).toEqual([
    'bookings',
    'bookingCosts',
    'equipment',
    'equipmentItem',
    'trainingCourses',
    'spaces',
    'space',
    'waitlist',
    'calendarFeed',
  ])
})

describe.each(rows)('$name', (row) => {
  const { takesPeople, isOpen: open } = row

  test('nobody', async () => {
    const { status, challenge } = await ask(row, {})
    expect(status).toBe(open ? row.own : 401)
    expect(challenge !== null).toBe(!open)
  })

  test('every token that must be refused', async () => {
    for (const [name, token] of Object.entries(await world.id.refused(mia))) {
      const { status, text } = await ask(row, { authorization: `Bearer ${token}` })
      expect([name, status]).toEqual([name, open ? row.own : 401])
      expect(text).not.toContain(canary)
    }
  })

  test('connector and backend tokens', async () => {
    for (const ability of ['read', 'manage', 'backend'] as const) {
      const { status, text } = await ask(row, { authorization: `Bearer ${world.tokens[ability]}` })
      const allowed = row.callers.includes(ability)
      expect([ability, status]).toEqual([ability, open ? row.own : allowed ? row.service : 403])
      if (!allowed) expect(text).not.toContain(canary)
    }
    expect((await ask(row, { authorization: `Bearer ${world.tokens.revoked}` })).status).toBe(
      open ? row.own : 401,
    )
  })

  test('another member, an account whose member is gone, an address that is not verified', async () => {
    const callers = {
      foreign: tom,
      gone: { sub: 'auth0|gone', email: 'gone@example.org', email_verified: true },
      unverified: { ...mia, sub: 'auth0|thief', email_verified: false },
    }
    for (const [index, [who, claims]] of Object.entries(callers).entries()) {
      const answer = await ask(row, { authorization: `Bearer ${await world.id.token(claims)}` })
      expect([who, answer.status]).toEqual([who, row.others[index]])
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

  test('a bound token: as Bearer, without proof, with a replayed or a foreign proof, by a clock that is wrong', async () => {
    const browser = await world.id.browser()
    const token = await world.id.token({ ...mia, cnf: browser.cnf })
    const authorization = `DPoP ${token}`
    const proof = () => browser.proof({ token, method: row.method, url: row.url })
    const elsewhere = await browser.proof({ token, method: row.method, url: `${origin}/elsewhere` })
    const refused = open ? row.own : 401
    expect((await ask(row, { authorization: `Bearer ${token}`, dpop: await proof() })).status).toBe(refused)
    expect((await ask(row, { authorization })).status).toBe(refused)
    expect((await ask(row, { authorization, dpop: elsewhere })).status).toBe(refused)
    if (!takesPeople) return

    const once = await proof()
    expect((await ask(row, { authorization, dpop: once })).status).toBe(row.own)
    const replayed = await ask(row, { authorization, dpop: once })
    expect(replayed.status).toBe(401)
    expect(replayed.challenge).toContain('invalid_dpop_proof')
    expect(replayed.text).not.toContain(canary)

    const wrongClock = (claims = {}) =>
      browser.proof({ token, method: row.method, url: row.url }, { iat: 0, ...claims })
    const refusal = await ask(row, { authorization, dpop: await wrongClock() })
    expect([refusal.status, refusal.challenge]).toEqual([401, expect.stringContaining('use_dpop_nonce')])
    const repeated = await ask(row, { authorization, dpop: await wrongClock({ nonce: refusal.nonce }) })
    expect(repeated.status).toBe(row.own)
  })

  test('mia herself', async () => {
    if (!takesPeople) return
    expect((await ask(row, { authorization: `Bearer ${await world.id.token(mia)}` })).status).toBe(row.own)
  })
})

test('a caller with a valid token is known to the limits of requests, whatever they may do', async () => {
  const isKnown = (path: string, authorization: string) =>
    inRequest('a-request-id', async () => {
      await world.fetch(new Request(`${origin}${path}`, { headers: { authorization } }))
      return currentRequest()?.isCallerKnown === true
    })
  const spaces = '/connector/v1/fabman/spaces'
  const courses = '/api/member/course/get'
  const person = `Bearer ${await world.id.token(tom)}`
  expect(await isKnown(spaces, `Bearer ${world.tokens.read}`)).toBe(true)
  expect(await isKnown(spaces, `Bearer ${world.tokens.backend}`)).toBe(true)
  expect(await isKnown(courses, person)).toBe(true)
  expect(await isKnown(spaces, `Bearer ${world.tokens.revoked}`)).toBe(false)
  expect(await isKnown(courses, 'Bearer a.b.c')).toBe(false)
  expect(await isKnown('/api/openapi.json', person)).toBe(false)
  const first = inRequest('a-request-id', () => {
    noteCaller(false)
    // A service that the first one calls.
    noteCaller(true)
    return currentRequest()?.isCallerKnown
  })
  expect(first).toBe(false)
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
  const { headers: answered, status } = response
  return { status, challenge: answered.get('www-authenticate'), nonce: answered.get('dpop-nonce'), text }
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
