import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import fc from 'fast-check'
import { createConnectorClient } from '../../../clients/connector.ts'
import { ProblemBody } from '../../../contracts/problem.ts'
import type { Fetch } from '../../../platform/http/service.ts'
import type { OpenedDatabase } from '../../../platform/database/database.ts'
import { testDatabase } from '../../../platform/database/database.fixture.ts'
import type { FabmanDouble } from '../../../doubles/fabman/double.ts'
import { openDouble } from '../../../doubles/fabman/workshop.fixture.ts'
import { asked, call, type Caller, connectorOf } from '../connector.fixture.ts'
import { fabmanOf } from '../twins.fixture.ts'

const start = new Date('2026-12-01T08:00:00Z')
const sentence = 'Ein Dienst dahinter antwortet gerade nicht. Bitte versuche es gleich noch einmal.'
const reads: [Caller, string][] = [
  ['read', '/fabman/spaces'],
  ['read', '/fabman/spaces/1'],
  ['read', '/fabman/resources'],
  ['read', '/fabman/resources/2'],
  ['read', '/fabman/bookings?resource=2'],
  ['read', '/fabman/bookings?fromDateTime=2026-12-02T00:00&untilDateTime=2026-12-03T00:00'],
  [1, '/fabman/members/1/trained-resources'],
  ['manage', '/fabman/members?email=m1@example.org'],
  ['manage', '/fabman/members/1'],
  ['manage', '/fabman/members/1/credits'],
  ['manage', '/fabman/members/1/credits/1/uses'],
  ['manage', '/fabman/members/1/packages'],
  ['manage', '/fabman/members/1/trainings'],
  ['manage', '/fabman/packages'],
]

let database: OpenedDatabase
let double: FabmanDouble
let fetch: Fetch
let today: Date
/** Milliseconds by which the clock of deadlines runs ahead of the system clock. */
let ahead = 0
/** Milliseconds that pass with each reading of the connector's clock. */
let stepMs = 0
const clock = () => today

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  today = start
  double = openDouble({ clock, judgesAdmins: false })
  double.account.insert('credits', { member: 1, amount: '10.00' })
  double.account.insert('creditUses', { credit: 1, amount: '1.00' })
  // Every read passes the connector's cache and reaches the twin.
  stepMs = 900_000
  fetch = connectorOf(
    fabmanOf(database.db, double, clock, { now: () => Date.now() + ahead }).workshop,
    () => (today = new Date(today.getTime() + stepMs)),
  )
})

const get = ([as, path]: [Caller, string]) => call(fetch, as, 'GET', path)

async function expectUnavailable(response: Response): Promise<void> {
  const body = ProblemBody.parse(await response.json())
  expect([response.status, body.code, body.message]).toEqual([503, 'upstreamUnavailable', sentence])
  expect(response.headers.get('retry-after')).toBe('10')
}

/** Reads everything once, so that every read has a cache entry. */
async function readAll(): Promise<number[]> {
  const statuses = []
  for (const each of reads) statuses.push((await get(each)).status)
  return statuses
}

/** Reads that stay possible without Fabman: cached reads and the price list. */
const stays = ([, path]: [Caller, string]) =>
  /^\/fabman\/(spaces|resources|packages|bookings\?from|members\/1\/trained)/.test(path)

describe.each(['down', 'error', 'malformed'] as const)('Fabman is %s:', (mode) => {
  test('cached reads stay, everything else says what is wrong, and Fabman gets no needless call', async () => {
    expect(new Set(await readAll())).toEqual(new Set([200]))
    const known = await Promise.all(reads.filter(stays).map(async (each) => (await get(each)).json()))
    double.faults.mode = mode
    ahead += 120_000
    stepMs = 0
    const before = double.requests.length
    let asked = 0
    for (let round = 0; round < 5; round++) {
      today = new Date(today.getTime() + 900_000)
      for (const each of reads) {
        asked++
        const response = await get(each)
        if (stays(each)) {
          expect(response.status).toBe(200)
          const age = response.headers.get('age')
          expect(Number(age) > 0).toBe(each[1] !== '/fabman/packages')
        } else await expectUnavailable(response)
      }
    }
    expect(await Promise.all(reads.filter(stays).map(async (each) => (await get(each)).json()))).toEqual(
      known,
    )
    expect(double.requests.length - before).toBeLessThanOrEqual(asked * 1.1)
  })

  test('a booking is refused at once with a clear sentence, and is not made later', async () => {
    await readAll()
    double.faults.mode = mode
    double.account.insert('bookings', {
      resource: 3,
      member: 1,
      fromDateTime: '2026-12-09T08:00',
      untilDateTime: '2026-12-09T09:00',
    })
    const began = Date.now()
    const booking = await call(fetch, 1, 'POST', '/fabman/bookings', asked(1))
    await expectUnavailable(booking)
    expect(Date.now() - began).toBeLessThan(3000)
    expect(double.account.rows('bookings')).toHaveLength(1)
    const client = createConnectorClient({
      baseUrl: 'http://connector',
      token: 'read-token',
      fetch,
      log: () => {},
    })
    await expect(client.bookings()).rejects.toMatchObject({ message: sentence, status: 503 })
    await expect(client.cancelBooking(1, () => ({ authorization: 'Bearer member-1' }))).rejects.toMatchObject(
      {
        message: 'Validation failed for created booking data.',
        cause: { message: sentence },
      },
    )
  })
})

describe('Fabman is slow (5 s):', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('a read fails after three seconds, and at once after five failures', async () => {
    Object.assign(double.faults, { mode: 'slow', slowMs: 5000 })
    const before = double.requests.length
    for (let each = 0; each < 20; each++) {
      const answer = get(['read', '/fabman/bookings?resource=2'])
      await vi.advanceTimersByTimeAsync(3000)
      await expectUnavailable(await answer)
    }
    expect(double.requests.length - before).toBe(5)
  })
})

test('1,000 malformed bodies: no crash, no 5xx but 503 with its sentence, no call too many', async () => {
  fetch = connectorOf(fabmanOf(database.db, double, clock).workshop, clock)
  await call(fetch, 1, 'POST', '/fabman/bookings', asked(1))
  await readAll()
  // The calls that each read costs without faults.
  const costs = new Map<string, number>()
  for (const each of reads) {
    const before = double.requests.length
    fetch = connectorOf(fabmanOf(database.db, double, clock).workshop, clock)
    await get(each)
    costs.set(each[1], double.requests.length - before)
  }
  double.faults.mode = 'malformed'
  let [run, calls, wellCalls] = [0, 0, 0]
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...reads), mangling, async (each, mangle) => {
      double.faults.mangle = mangle
      // A new twin each time: an empty cache and a closed breaker.
      const before = double.requests.length
      fetch = connectorOf(fabmanOf(database.db, double, clock).workshop, clock)
      const response = await get(each)
      const text = await response.text()
      run++
      calls += double.requests.length - before
      wellCalls += costs.get(each[1]) ?? 0
      seen.add(response.status)
      expect([200, 404, 503]).toContain(response.status)
      if (response.status !== 200) {
        const body = ProblemBody.parse(JSON.parse(text))
        expect(['upstreamUnavailable', 'notFound']).toContain(body.code)
      }
      expect(text).not.toMatch(/ZodError|SyntaxError|\.ts:\d|node_modules/)
    }),
    { numRuns: 1000, seed: 20261121 },
  )
  expect([run, seen.has(503)]).toEqual([1000, true])
  expect(calls).toBeLessThanOrEqual(wellCalls * 1.1)
})

/** Ways to spoil a good body. */
const mangling = fc.oneof(
  fc
    .constantFrom(
      '',
      'null',
      '[]',
      '{}',
      '[[]]',
      '"x"',
      '0',
      '[null]',
      '<html>Gateway</html>',
      '{"id":1e999}',
    )
    .map((text) => () => text),
  fc
    .double({ min: 0, max: 1, noNaN: true })
    .map((share) => (text: string) => text.slice(0, text.length * share)),
  fc.json().map((text) => () => text),
  fc
    .tuple(
      fc.nat(),
      fc.oneof(fc.jsonValue(), fc.constantFrom('9007199254740993', '2026-02-30', 'Mars/Olympus')),
    )
    .map(
      ([index, value]) =>
        (text: string) =>
          replaced(text, index, value),
    ),
)

/** Replaces the value of one field somewhere in the JSON. */
function replaced(text: string, index: number, value: unknown): string {
  let fields = 0
  try {
    JSON.parse(text, (_, each: unknown) => (fields++, each))
    const chosen = index % Math.max(fields, 1)
    let at = 0
    return JSON.stringify(JSON.parse(text, (_, each: unknown) => (at++ === chosen ? value : each))) ?? ''
  } catch {
    return 'broken'
  }
}
