import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectorApi } from '../../../contracts/http/connector.ts'
import type { Endpoint } from '../../../contracts/http/endpoint.ts'
import { ProblemBody } from '../../../contracts/problem.ts'
import type { OpenedDatabase } from '../../../platform/database/database.ts'
import { testDatabase } from '../../../platform/database/database.fixture.ts'
import type { Fetch } from '../../../platform/http/service.ts'
import { asked, book, call, type Caller, connectorOf, engineOf, fillWorkshop } from '../connector.fixture.ts'

let database: OpenedDatabase
let fetch: Fetch
let before: unknown

beforeAll(async () => {
  database = await testDatabase()
  await fillWorkshop(database.db)
  fetch = connectorOf(engineOf(database.db))
  await book(fetch, 1)
  before = await everything()
})
afterAll(() => database.close())
afterEach(async () => expect(await everything(), 'nothing changed').toEqual(before))

const all = Object.entries<Endpoint>(connectorApi)

/** A caller that may use the route. */
function callerOf({ callers }: Endpoint): Caller {
  return callers.includes('member') ? 1 : 'manage'
}

async function refusal(response: Response, field: string): Promise<void> {
  const body = ProblemBody.parse(await response.json())
  expect([response.status, body.errors?.map((error) => error.field)]).toEqual([
    expect.toSatisfy((status: number) => status >= 400 && status < 500),
    expect.arrayContaining([field]),
  ])
  expect(response.headers.get('content-type')).toContain('application/problem+json')
  expect(body.message).not.toBe('')
  expect(JSON.stringify(body)).not.toMatch(/select |insert |node_modules|\.ts:/i)
}

const wrongIds = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x1',
  'abc',
  '2147483648',
  '9'.repeat(400),
  '__proto__',
  '%20',
  '1,2',
  '٣',
]

/** A caller's key may be any word. */
const wrongKeys = ['x'.repeat(65), 'a b', '%20', 'a%2Fb', '1,2', 'ä', '٣', "'", '%22']

describe.each(all.filter(([, { path }]) => path.includes('{')))('%s: path', (_, route) => {
  for (const name of route.path.matchAll(/\{(\w+)\}/g)) {
    test.each(name[1] === 'key' ? wrongKeys : wrongIds)(`${name[1]} %s`, async (id) => {
      const path = route.path.replace(name[0], id).replaceAll(/\{\w+\}/g, '1')
      await refusal(await call(fetch, callerOf(route), route.method, path), name[1] as string)
    })
  }
})

describe.each(all)('%s: query', (name, route) => {
  const path = route.path.replaceAll(/\{\w+\}/g, '1')
  const body = route.method === 'POST' ? asked(1) : undefined
  const send = (query: string) => call(fetch, callerOf(route), route.method, `${path}?${query}`, body)
  const base = name === 'members' ? 'email=a@b.de&' : ''

  test.each([
    ['an unknown name', 'colour=red', 'colour'],
    ['__proto__', '__proto__=1', '__proto__'],
    ['constructor', 'constructor=1', 'constructor'],
    ['a name twice', 'state=&state=', 'state'],
    ['a list', 'member[]=1', 'member[]'],
    ['NUL', 'state=%00', 'url'],
  ])('%s', async (_, query, field) => {
    await refusal(await send(base + query), field)
  })
})

describe('values of a query', () => {
  test.each([
    ['/fabman/bookings?member=abc', 'member'],
    ['/fabman/bookings?member=', 'member'],
    ['/fabman/bookings?member=99999999999', 'member'],
    ['/fabman/bookings?resource=1.5', 'resource'],
    ['/fabman/bookings?state=deleted', 'state'],
    ['/fabman/bookings?fromDateTime=yesterday', 'fromDateTime'],
    ['/fabman/bookings?fromDateTime=2026-12-02', 'fromDateTime'],
    ['/fabman/bookings?fromDateTime=2026-12-02T10:00Z', 'fromDateTime'],
    ['/fabman/bookings?fromDateTime=2026-02-30T10:00', 'fromDateTime'],
    ['/fabman/bookings?untilDateTime=2026-12-02T24:00', 'untilDateTime'],
    ['/fabman/bookings?untilDateTime=9999-12-31T23:30', 'untilDateTime'],
    ['/fabman/bookings?fromDateTime=2026-12-03T10:00&untilDateTime=2026-12-02T10:00', 'untilDateTime'],
    ...['', '0', 'x', '1,', ',1', '1,,2', '1 2', `1${',1'.repeat(100)}`].map((ids): [string, string] => [
      `/fabman/bookings/costs?ids=${ids}`,
      'ids',
    ]),
    ['/fabman/bookings/costs', 'ids'],
    ['/fabman/resources?space=x', 'space'],
    ['/fabman/members/1/equipment-access', 'day', 1],
    ['/fabman/members/1/equipment-access?day=2026-02-30', 'day', 1],
    ['/fabman/members/1/trained-resources?day=2026-02-30', 'day', 1],
    ['/fabman/members', 'email'],
    ['/fabman/members?email=', 'email'],
    ['/fabman/members?email=a@b.de,c@d.de', 'email'],
    [`/fabman/members?email=${'a'.repeat(300)}@b.de`, 'email'],
  ] satisfies [string, string, Caller?][])('%s', async (path, field, as: Caller = 'manage') => {
    await refusal(await call(fetch, as, 'GET', path), field)
  })
})

describe('body of a booking', () => {
  const wrong: [string, unknown, string][] = [
    ...(['state', 'fromDateTime', 'untilDateTime', 'resource', 'member'] as const).flatMap((field) =>
      [undefined, null, 7, true, [], ['1'], {}, '', 'x'.repeat(100_000)].map(
        (value): [string, unknown, string] => [
          `${field}: ${JSON.stringify(value)?.slice(0, 20)}`,
          { ...asked(1), [field]: value },
          field,
        ],
      ),
    ),
    ['title: a number', { ...asked(1), title: 7 }, 'title'],
    ['title: too long', { ...asked(1), title: 'x'.repeat(201) }, 'title'],
    ['resource: an object', { ...asked(1), resource: { id: 2 } }, 'resource'],
    ['resource: a huge id', { ...asked(1), resource: '9'.repeat(30) }, 'resource'],
    ['resource: not there', { ...asked(1), resource: '999' }, 'resource'],
    ['member: somebody else', asked(2), 'member'],
    ['an unknown field', { ...asked(1), charged: true }, 'charged'],
    ['__proto__', `{"__proto__":{"state":"confirmed"},${JSON.stringify(asked(1)).slice(1)}`, '__proto__'],
    ['a year out of range', { ...asked(1), untilDateTime: '9999-12-31T23:30' }, 'untilDateTime'],
    ['a list', [asked(1)], 'body'],
    ['null', 'null', 'body'],
    ['a number', '1e308', 'body'],
    ['nothing', '', 'body'],
    ['half JSON', '{"state":', 'body'],
    ['NUL', JSON.stringify(asked(1, { title: 'a\0b' })), 'body'],
    ['10,000 levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'body'],
    ['10,000 levels in a field', `{"title":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'title'],
    ['300 kB', `{"title":"${'x'.repeat(300_000)}"}`, 'body'],
  ]

  // An empty state is a string like any other: ours is set whatever it says.
  test.each(wrong.filter(([name]) => name !== 'state: ""'))('%s', async (_, body, field) => {
    await refusal(await call(fetch, 1, 'POST', '/fabman/bookings', body), field)
  })

  test.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    'content type %s',
    async (type) => {
      const headers = { authorization: 'Bearer member-1', ...(type && { 'content-type': type }) }
      const body = new TextEncoder().encode(JSON.stringify(asked(1)))
      await refusal(
        await fetch(new Request('http://connector/fabman/bookings', { method: 'POST', headers, body })),
        'content-type',
      )
    },
  )

  test('any JSON is refused without a failure of ours', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 4 }), async (text) => {
        const response = await call(fetch, 1, 'POST', '/fabman/bookings', text)
        expect(response.status).toBeGreaterThanOrEqual(400)
        expect(response.status).toBeLessThan(500)
        ProblemBody.parse(await response.json())
      }),
      { numRuns: 300 },
    )
  })

  test('any text in any field is refused without a failure of ours', async () => {
    const field = fc.constantFrom('state', 'fromDateTime', 'untilDateTime', 'resource', 'title')
    await fc.assert(
      fc.asyncProperty(field, fc.string({ unit: 'binary' }), async (name, value) => {
        const past = asked(1, { fromDateTime: '2026-11-02T10:00', untilDateTime: '2026-11-02T11:00' })
        const response = await call(fetch, 1, 'POST', '/fabman/bookings', { ...past, [name]: value })
        expect(response.status).toBeGreaterThanOrEqual(400)
        expect(response.status).toBeLessThan(500)
      }),
      { numRuns: 300 },
    )
  })
})

async function everything(): Promise<unknown> {
  return database.db.selectFrom('booking').selectAll().orderBy('id').execute()
}
