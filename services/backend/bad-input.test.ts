import { assert as assertProperty, asyncProperty, constant, jsonValue, oneof, record } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ProblemBody } from '../../contracts/problem.ts'
import type { Tables } from '../../db/tables.gen.ts'
import { mia, openServices, origin } from '../../tests/services.fixture.ts'

let world: Awaited<ReturnType<typeof openServices>>
let authorization: string
let backendToken = ''

beforeAll(async () => {
  world = await openServices()
  authorization = `Bearer ${await world.id.token(mia)}`
  // The first match is remembered by the first call; from here on nothing may change.
  await send('GET', '/member/course/get')
  backendToken = world.tokens.backend
})
afterAll(() => world.close())

interface Wrong {
  what: string
  body: unknown
  field: string
  status?: number
}

const nothing = { field: 'body' }
const wrongJson: Wrong[] = [
  { what: 'no JSON', body: '{', ...nothing },
  { what: 'empty', body: '', ...nothing },
  { what: 'a list', body: '[]', ...nothing },
  { what: 'null', body: 'null', ...nothing },
  { what: 'a text', body: '"x"', ...nothing },
  { what: 'NUL', body: '{"email":"a\\u0000@example.org"}', ...nothing },
  { what: 'nested deeply', body: '['.repeat(50_000), ...nothing },
  { what: 'too large', body: `{"email":"${'x'.repeat(300_000)}"}`, status: 413, ...nothing },
  { what: '__proto__', body: '{"__proto__":{"role":"admin"}}', field: '__proto__' },
  { what: 'an unknown field', body: { role: 'admin' }, field: 'role' },
]
const addresses = [
  7,
  null,
  true,
  {},
  [mia.email],
  '',
  'mia',
  `${'x'.repeat(260)}@b.de`,
  'a@b.de\r\nBcc: c@d.de',
]
const wrongAddresses: Wrong[] = [
  ...addresses.map((email) => ({
    what: JSON.stringify(email).slice(0, 30),
    body: { email },
    field: 'email',
  })),
  { what: 'no address', body: {}, field: 'email' },
]
const wrongMemberIds: Wrong[] = [undefined, null, '1', 0, -1, 1.5, 1e99, true, [1], {}].map((memberId) => ({
  what: JSON.stringify(memberId) ?? 'no id',
  body: { memberId },
  field: 'memberId',
}))
const tooMany = Array.from({ length: 201 }, (_value, index) => index + 1)
const wrongCourseIds: Wrong[] = [
  { what: 'no list', body: { ids: 1 }, field: 'ids' },
  { what: 'texts', body: { ids: ['1'] }, field: 'ids.0' },
  { what: 'a huge number', body: { ids: [1, 1e308] }, field: 'ids.1' },
  { what: 'too many', body: { ids: tooMany }, field: 'ids' },
]

const order = { memberId: 1, pack: 1, paysBy: 'provider', shownCents: 4500, shown: '', consents: [] }
const wrongOrders: Wrong[] = [
  { what: 'no pack', body: { ...order, pack: 0 }, field: 'pack' },
  { what: 'an unknown way to pay', body: { ...order, paysBy: 'cash' }, field: 'paysBy' },
  { what: 'no name of what was shown', body: { ...order, shown: undefined }, field: 'shown' },
  { what: 'a price as text', body: { ...order, shownCents: '45' }, field: 'shownCents' },
  {
    what: 'a consent with a text',
    body: { ...order, consents: [{ kind: 'terms', text: 'x' }] },
    field: 'consents.0',
  },
  { what: 'an unknown consent', body: { ...order, consents: ['terms', 'all'] }, field: 'consents.1' },
  { what: 'no Idempotency-Key', body: order, field: 'idempotency-key' },
]

const declaration = { name: 'Ada', contract: 'Plus', email: 'ada@example.org' }
const withdrawal = { ...declaration, kind: 'withdraw' }
const cancellation = { ...declaration, kind: 'cancel', manner: 'ordinary', reason: null, endsOn: null }
const key = 'k'.repeat(32)
/** What is wrong with the fields that both declarations have. */
const wrongDeclarations = (fine: object): Wrong[] => [
  { what: 'no key', body: { declaration: fine }, field: 'key' },
  { what: 'a short key', body: { key: 'k', declaration: fine }, field: 'key' },
  ...[
    ['name', ''],
    ['name', ' '],
    ['name', 'x'.repeat(161)],
    ['name', 'a\nb'],
    ['contract', ''],
    ['contract', 'x'.repeat(201)],
    ['contract', 7],
    ['email', 'ada'],
    ['email', 'a@b.de\r\nBcc: c@d.de'],
    ['email', `${'x'.repeat(260)}@b.de`],
    ['kind', 'refund'],
    ['iban', 'DE02'],
  ].map(([name = '', value]) => ({
    what: `${name} ${JSON.stringify(value).slice(0, 20)}`,
    body: { key, declaration: { ...fine, [name]: value } },
    field: `declaration.${name}`,
  })),
]
const wrongCancellations: Wrong[] = [
  ['manner', 'angry'],
  ['reason', 'x'.repeat(2001)],
  ['reason', 'not needed'],
  ['endsOn', '31.12.2026'],
  ['endsOn', '2026-02-30'],
].map(([name = '', value]) => ({
  what: `${name} ${value?.slice(0, 20)}`,
  body: { key, declaration: { ...cancellation, [name]: value } },
  field: `declaration.${name}`,
}))
const withoutReason: Wrong = {
  what: 'a cause without a reason',
  body: { key, declaration: { ...cancellation, manner: 'cause' } },
  field: 'declaration.reason',
}

const signUp = { dateId: 101, companions: [], priceSeen: '29.00', accepted: true }
const guardian = { name: 'Ada', phone: '030 123456' }
const wrongSignUps: Wrong[] = [
  ['dateId', -1],
  ['companions', Array(9).fill('Ada')],
  ['companions.0', ['']],
  ['companions.0', ['x'.repeat(81)]],
  ['companionAges.0', [-1]],
  ['companionAges.0', [121]],
  ['bornOn', '1899-12-31'],
  ['guardian.phone', { ...guardian, phone: '' }],
  ['priceSeen', '-29.00'],
  ['accepted', false],
].map(([field, value]) => ({
  what: `${String(field)} ${JSON.stringify(value).slice(0, 30)}`,
  body: { ...signUp, [String(field).split('.')[0] ?? '']: value },
  field: String(field),
}))

const anyJson = oneof(
  jsonValue(),
  record({ email: jsonValue() }),
  record({ ids: jsonValue() }),
  record({ memberId: oneof(jsonValue(), constant('1')) }),
)

describe.each([
  ['/member/get', [...wrongJson, ...wrongAddresses]],
  ['/auth0/resend', [...wrongJson, ...wrongAddresses]],
  ['/course/get', [...wrongJson, ...wrongCourseIds]],
  ['/member/calendar/renew', [...wrongJson, ...wrongMemberIds]],
  ['/member/invoices/pay', [...wrongJson, ...wrongMemberIds]],
  ['/member/orders/place', [...wrongJson, ...wrongMemberIds, ...wrongOrders]],
  ['/course/sign-up', [...wrongJson, ...wrongSignUps]],
  ['/declaration/withdraw', [...wrongJson, ...wrongDeclarations(withdrawal)]],
  [
    '/declaration/cancel',
    [...wrongJson, ...wrongDeclarations(cancellation), ...wrongCancellations, withoutReason],
  ],
])('POST %s is a 4xx that names the field, and changes nothing', (path, cases) => {
  test.each(cases)('$what', async ({ body, field, status = 400 }) => {
    const before = await snapshot()
    await expectProblem(await send('POST', path, body), status, field)
    expect(await snapshot()).toBe(before)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'type "%s"',
    async (type) => {
      await expectProblem(await send('POST', path, '{}', type), 415, 'content-type')
    },
  )

  test('any JSON at all', async () => {
    const survives = asyncProperty(anyJson, async (value) => (await send('POST', path, value)).status < 500)
    await assertProperty(survives, { numRuns: 200 })
  })
})

const wrongIds = [
  '',
  'x',
  '-1',
  '0',
  '1.5',
  '1e99',
  '2147483648',
  '9'.repeat(40),
  'NaN',
  '%F0%9F%98%80',
  "1'--",
  '[1]',
]
const lists = [
  '/member/credits/get',
  '/member/previousCredits/get',
  '/member/packages/get',
  '/member/trainings/get',
  '/member/calendar/get',
  '/member/offers/get',
  '/member/orders/get',
]

test.each([
  ...lists.flatMap((path) => [
    ...wrongIds.map((id) => [`${path}?memberId=${id}`, 'memberId']),
    [path, 'memberId'],
    [`${path}?memberId=1&memberId=1`, 'memberId'],
    [`${path}?memberId=1&x=1`, 'x'],
    [`${path}?memberId=1%00`, 'url'],
    [`${path}?memberId=1&__proto__=1`, '__proto__'],
  ]),
  ...wrongIds.map((id) => [`/member/credits/uses/get?memberId=1&creditId=${id}`, 'creditId']),
  ['/member/credits/uses/get?creditId=1', 'memberId'],
  ['/member/credits/uses/get?memberId=1&creditId=1&creditId=2', 'creditId'],
  ['/member/course/get?memberId=1', 'memberId'],
])('GET %s is a 400 that names the field, and changes nothing', async (path, field) => {
  const before = await snapshot()
  await expectProblem(await send('GET', path), 400, field)
  expect(await snapshot()).toBe(before)
})

test.each([
  ['PUT', '/member/get'],
  ['GET', '/member/get'],
  ['POST', '/member/credits/get'],
  ['GET', '/nothing'],
  ['GET', '/member/%E0%A4%A'],
])('%s %s is not there', async (method, path) => {
  await expectProblem(await send(method, path), 404)
})

/** Each request comes from another network address, so that no rate limit applies. */
function send(method: string, path: string, body?: unknown, type = 'application/json'): Promise<Response> {
  // People declare without signing in: the site calls for them.
  const bearer = path.startsWith('/declaration/') ? `Bearer ${backendToken}` : authorization
  const headers = { authorization: bearer, 'content-type': type, 'x-test-address': crypto.randomUUID() }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return world.fetch(new Request(`${origin}/api${path}`, { method, headers, body: text }))
}

async function expectProblem(response: Response, status: number, field?: string): Promise<void> {
  const text = await response.text()
  expect(response.status, text.slice(0, 300)).toBe(status)
  expect(response.headers.get('content-type')).toContain('application/problem+json')
  const body = ProblemBody.parse(JSON.parse(text))
  expect(body.message).not.toBe('')
  expect(text).not.toMatch(/ at |\.ts:|select |kysely|zod/i)
  if (field) expect(body.errors?.map((error) => error.field)).toContain(field)
}

async function snapshot(): Promise<string> {
  const tables: (keyof Tables)[] = [
    'accountLink',
    'member',
    'credit',
    'booking',
    'course',
    'coursePlace',
    'rateLimit',
    'customerOrder',
    'payment',
    'declaration',
    'mail',
  ]
  const rows = await Promise.all(tables.map((table) => world.db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}
