import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackendApi, backendApi } from '../contracts/http/backend.ts'
import { type ConnectorApi, connectorApi } from '../contracts/http/connector.ts'
import type { Caller, Endpoints } from '../contracts/http/endpoint.ts'
import { Contact } from '../contracts/sign-up.ts'
import { currentRequest, inRequest, noteCaller } from '../platform/request-context.ts'
import { canary, ids, mia, openServices, origin, secrets, tom } from './services.fixture.ts'

let world: Awaited<ReturnType<typeof openServices>>

beforeAll(async () => {
  world = await openServices()
})
afterAll(() => world.close())

/** Request data of an endpoint where the defaults below do not fit. Mia's things, by paths of the service. */
interface Sample {
  path?: string
  body?: object
  /** The same of what belongs to nobody, to compare the refusals. */
  unknown?: string
  /** Statuses for tom, for an account whose member is gone, and for one without a verified address. */
  others?: [foreign: number, gone: number, unverified: number]
  /** Status for mia, when it is not that of the contract. */
  own?: number
  /** Status for a service that may, when it is not 200. */
  service?: number
}

/** Always too late, so that no endpoint changes what the next one sees. */
const booking = {
  state: 'confirmed',
  fromDateTime: '2026-11-20T18:00',
  untilDateTime: '2026-11-20T19:00',
  resource: String(ids.equipment),
  member: String(ids.mia),
}
const { fromDateTime, untilDateTime, resource, member } = booking
const contact = {
  phone: null,
  address: 'Keupstraße 1',
  zip: '51063',
  city: 'Köln',
  countryCode: 'DE',
  language: 'de',
}

const connectorSamples: { [Name in keyof ConnectorApi]?: Sample } = {
  createBooking: { body: booking, own: 422 },
  quoteBooking: { body: booking },
  changeBooking: { body: { fromDateTime, untilDateTime, lockVersion: 1 }, own: 422 },
  bookingCosts: { path: `/fabman/bookings/costs?ids=${ids.booking}` },
  waitlist: { path: `/fabman/waitlist?member=${ids.mia}` },
  joinWaitlist: { body: { fromDateTime, untilDateTime, resource, member }, own: 422 },
  acceptOffer: { own: 422 },
  checkIn: { body: { resource, member, secret: secrets.checkIn }, own: 422 },
  // The check-in code belongs to other equipment, so that the shown one stays right.
  renewCheckInSecret: { path: `/fabman/resources/${ids.otherEquipment}/check-in-secret` },
  renewCalendarToken: { path: `/fabman/resources/${ids.equipment}/calendar-token` },
  calendarFeed: { path: `/fabman/calendars/members/${ids.mia}/${secrets.calendar}` },
  equipmentAccess: {
    path: `/fabman/members/${ids.mia}/equipment-access?day=2026-12-01`,
    unknown: '/fabman/members/77/equipment-access?day=2026-12-01',
  },
  members: { path: `/fabman/members?email=${mia.email}` },
  changeMember: { body: contact },
  // One that she does not have, so that mia keeps what she had.
  endPackage: { path: `/fabman/members/${ids.mia}/packages/999`, body: { untilDate: null } },
  creditUses: { path: `/fabman/members/${ids.mia}/credits/${ids.usedUp}/uses` },
  // Gives nothing, so that mia has what she had.
  openCharges: { path: '/fabman/charges?until=2026-11-01T00:00:00Z' },
  collectCharges: { path: '/fabman/bills/matrix', body: { member: ids.mia, until: '2020-01-01T00:00:00Z' } },
  recordPayment: { path: '/fabman/payments/matrix', body: { member: ids.mia, cents: 1, description: 'x' } },
  grant: {
    path: '/fabman/grants/matrix',
    body: { member: { id: ids.mia }, packages: [], credits: [], trainings: [] },
  },
}

const typedContact = {
  ...Object.fromEntries(Object.keys(Contact.shape).map((name) => [name, ''])),
  buysFor: 'self',
}

const ofMember = (path: string, rest = ''): Sample => ({
  path: `${path}?memberId=${ids.mia}${rest}`,
  unknown: `${path}?memberId=77${rest}`,
})

const backendSamples: { [Name in keyof BackendApi]?: Sample } = {
  member: { body: { email: mia.email }, others: [403, 403, 403] },
  changeContact: { body: { memberId: ids.mia, contact } },
  credits: ofMember('/member/credits/get'),
  previousCredits: ofMember('/member/previousCredits/get'),
  memberPackages: ofMember('/member/packages/get'),
  subscription: ofMember('/member/subscription/get'),
  // mia has no contract.
  cancelSubscription: { body: { memberId: ids.mia, isCancelled: true }, own: 404 },
  memberTrainings: ofMember('/member/trainings/get'),
  invoices: ofMember('/member/invoices/get'),
  invoiceFile: ofMember('/member/invoices/file', `&invoiceId=${ids.invoice}&format=pdf`),
  creditUses: ofMember('/member/credits/uses/get', `&creditId=${ids.usedUp}`),
  // Without an Idempotency-Key.
  payInvoice: { body: { memberId: ids.mia, invoiceId: ids.invoice }, own: 400 },
  placeOrder: {
    body: { memberId: ids.mia, pack: 1, paysBy: 'provider', shownCents: 1, consents: [] },
    own: 400,
  },
  // The space has no billing settings.
  offer: { ...ofMember('/member/offers/get', '&pack=1'), own: 501 },
  order: ofMember('/member/orders/get', `&number=${ids.order}`),
  claimedOrder: { body: { token: secrets.claim } },
  confirmClaim: { body: { token: secrets.claim } },
  calendar: ofMember('/member/calendar/get'),
  renewCalendar: { body: { memberId: ids.mia } },
  courses: { body: {}, others: [200, 200, 200] },
  memberCourses: { others: [200, 200, 404] },
  packages: { others: [200, 200, 200] },
  challenge: { others: [200, 200, 200] },
  // Without its proof of work.
  register: {
    body: { altcha: 'x', email: mia.email, password: 'a long sentence', user_metadata: {} },
    others: [400, 400, 400],
    own: 400,
  },
  resendVerification: { body: { email: mia.email }, others: [202, 202, 202] },
  memberPhoto: ofMember('/member/photo/get'),
  assertSignUp: { body: {}, others: [200, 200, 403] },
  startSignUp: {
    body: {
      item: { kind: 'membership', package: 1 },
      account: { by: 'typed', email: mia.email, isNew: false },
    },
    service: 400,
  },
  // Without the token of a sign-up.
  signUp: { service: 404 },
  signUpContact: { body: typedContact, service: 404 },
  signUpImage: { body: { jpeg: null, replaces: false }, service: 404 },
  signUpPhoto: { service: 404 },
  signUpOffer: { service: 404 },
  placeSignUpOrder: {
    body: { shownCents: 1, shown: '', paysBy: 'provider', startsEarly: true, consents: [] },
    service: 404,
  },
  paySignUp: { body: {}, service: 404 },
  changeSignUp: { body: {}, service: 404 },
  askGuardian: { body: {}, service: 404 },
  guardianRequest: { path: `/guardian?token=${'x'.repeat(43)}`, service: 404 },
  agreeAsGuardian: { body: { token: 'x'.repeat(43), name: 'Ada' }, service: 404 },
}

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
  expect(reachedBy(backendApi, 'visitor')).toEqual(['challenge', 'register', 'resendVerification'])
  expect(reachedBy(backendApi, 'backend')).toEqual([
    'claimedOrder',
    'confirmClaim',
    'courses',
    'packages',
    'catalogue',
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
