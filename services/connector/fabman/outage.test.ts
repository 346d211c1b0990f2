import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ProblemBody } from '../../../contracts/problem.ts'
import { testDatabase } from '../../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../../platform/database/database.ts'
import type { Fetch } from '../../../platform/http/service.ts'
import type { FabmanDouble } from '../../../doubles/fabman/double.ts'
import { openDouble } from '../../../doubles/fabman/workshop.fixture.ts'
import { createCache } from '../cache/cache.ts'
import { asked, call, type Caller, connectorOf } from '../connector.fixture.ts'
import { fabmanOf } from '../twins.fixture.ts'
import { createLog } from '../../../platform/log.ts'
import { startJob } from '../../../platform/jobs/jobs.ts'

const start = Date.parse('2026-12-01T08:00:00Z')
const second = 1000
const random = () => 0.5
const sentence = 'Ein Dienst dahinter antwortet gerade nicht. Bitte versuche es gleich noch einmal.'
const day = 'fromDateTime=2026-12-02T00:00&untilDateTime=2026-12-03T00:00'
const week = 'fromDateTime=2026-11-30T00:00&untilDateTime=2026-12-07T00:00'

type Read = [Caller, string]
/** Reads that screens repeat. */
const seen: Read[] = [
  ['read', '/fabman/spaces'],
  ['read', '/fabman/spaces/1'],
  ['read', '/fabman/resources'],
  ['read', '/fabman/resources?space=1'],
  ['read', '/fabman/resources/2'],
  ['read', '/fabman/bookings?member=1&state='],
  ['read', `/fabman/bookings?resource=2&${week}`],
  ['read', `/fabman/bookings?${day}`],
  [1, '/fabman/members/1/trained-resources'],
]
/** Reads that were never made before the outage. */
const unseen: Read[] = [
  ['read', '/fabman/resources/3'],
  ['read', '/fabman/bookings?member=2&state='],
  ['read', `/fabman/bookings?resource=3&${week}`],
]

let database: OpenedDatabase
let double: FabmanDouble
let fetch: Fetch
let reconcile: () => Promise<void>
let recover: () => Promise<void>

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: start })
  open()
})
afterEach(() => void vi.useRealTimers())

/** A connector that shares its cache with the twin, as in the product. */
function open(): void {
  const clock = () => new Date()
  double = openDouble({ clock, judgesAdmins: false })
  const cache = createCache({ clock })
  const fabman = fabmanOf(database.db, double, clock, { cache, random })
  reconcile = fabman.reconcile
  recover = fabman.recover
  fetch = connectorOf(fabman.workshop, clock, undefined, cache)
}

interface Heard {
  status: number
  age: string | null
  code: string | null
  message: string | null
}

/** Makes reads at one moment. Each of them ends within three seconds of simulated time. */
async function hear(reads: Read[]): Promise<Heard[]> {
  const heard: (Heard | undefined)[] = reads.map(() => undefined)
  const began = Date.now()
  for (const [index, [as, path]] of reads.entries()) {
    void call(fetch, as, 'GET', path).then(async (response) => {
      const body: unknown = await response.json()
      const { code, message } = response.ok ? { code: null, message: null } : ProblemBody.parse(body)
      heard[index] = { status: response.status, age: response.headers.get('age'), code, message }
    })
  }
  for (let turn = 0; turn < 20 && heard.includes(undefined); turn++) await vi.advanceTimersByTimeAsync(0)
  while (heard.includes(undefined) && Date.now() < began + 3 * second) await vi.advanceTimersByTimeAsync(50)
  const hanging = reads.filter((_, index) => !heard[index])
  expect(hanging).toEqual([])
  return heard as Heard[]
}

const isKept = ({ status, age }: Heard) => status === 200 && Number(age) > 0
const isRefused = ({ status, code, message }: Heard) =>
  status === 503 && code === 'upstreamUnavailable' && message === sentence

/** Repeats all reads every five seconds for some minutes. @returns the number of calls to Fabman */
async function watch(minutes: number, each: (heard: Heard[]) => void): Promise<number> {
  const before = double.requests.length
  for (let at = Date.now(); at < start + (1 + minutes) * 60 * second; at += 5 * second) {
    each(await hear([...seen, ...unseen]))
    await vi.advanceTimersByTimeAsync(Math.max(at + 5 * second - Date.now(), 0))
  }
  return double.requests.length - before
}

/** Fills the cache and lets a minute pass without faults, so that entries can be stale. */
async function before(): Promise<void> {
  expect((await hear(seen)).map(({ status }) => status)).toEqual(seen.map(() => 200))
  await vi.advanceTimersByTimeAsync(start + 60 * second - Date.now())
}

async function healthyCalls(minutes: number): Promise<number> {
  open()
  vi.setSystemTime(start)
  await before()
  const calls = await watch(minutes, (heard) => {
    expect(heard.every(({ status, age }) => status === 200 && age === null)).toBe(true)
  })
  open()
  vi.setSystemTime(start)
  return calls
}

const minutes = 20

const faults: [string, Partial<FabmanDouble['faults']>][] = [
  ['down', { mode: 'down' }],
  ['slow (5 s)', { mode: 'slow', slowMs: 5 * second }],
  ['answering 500', { mode: 'error' }],
  ['answering half of its bodies', { mode: 'malformed' }],
  ['answering other JSON', { mode: 'malformed', mangle: () => '{"id":"x"}' }],
  ['limiting (429)', { mode: 'limited' }],
]

describe.each(faults)('Fabman is %s for twenty minutes:', (_, fault) => {
  test('reads seen before show their age, others are refused with the sentence; Fabman gets no more calls than usual', async () => {
    const most = 1.1 * (await healthyCalls(minutes))
    await before()
    Object.assign(double.faults, fault)
    const kept = new Set<string>()
    const calls = await watch(minutes, (heard) => {
      for (const [index, each] of heard.entries()) {
        const [, path] = [...seen, ...unseen][index] as Read
        if (index >= seen.length) expect([path, each]).toSatisfy(() => isRefused(each))
        else expect([path, each.status]).toEqual([path, 200])
        if (isKept(each)) kept.add(path)
      }
    })
    expect([...kept].toSorted()).toEqual(seen.map(([, path]) => path).toSorted())
    expect(calls).toBeLessThanOrEqual(most)
  })
})

// A 429 names its own pause, and other JSON is an answer of another API.
const outages = faults.filter(([name]) => !/429|other JSON/.test(name))

test.each(outages)(
  'five seconds after Fabman was %s for 100 s, weeks are fresh and a booking succeeds',
  async (_, fault) => {
    const job = startJob({ name: 'recover', everyMs: second, run: recover, log: createLog('silent') })
    await before()
    Object.assign(double.faults, fault)
    const asking = double.requests.length
    for (let at = 0; at < 100; at += 5) {
      await hear(seen)
      await vi.advanceTimersByTimeAsync(5 * second)
    }
    // As many as the breaker lets through: five before it opens, and then one in 3.5 s.
    expect(double.requests.length - asking).toBeLessThanOrEqual(5 + seen.length + Math.ceil(130 / 3.5))
    double.faults.mode = null
    await vi.advanceTimersByTimeAsync(5 * second)
    expect((await hear(seen)).filter(({ status, age }) => status !== 200 || age)).toEqual([])
    const booked = call(fetch, 2, 'POST', '/fabman/bookings', asked(2))
    let isDone = false
    void booked.finally(() => (isDone = true))
    await until(() => isDone)
    expect((await booked).status).toBe(201)
    await job.stop()
  },
)

test('limited for a minute: Fabman gets no more calls than usual, and all is fresh a minute later', async () => {
  const most = 1.1 * (await healthyCalls(10))
  await before()
  double.faults.mode = 'limited'
  const calls = await watch(10, (heard) => {
    if (Date.now() >= start + 120 * second) double.faults.mode = null
    if (Date.now() >= start + 240 * second)
      expect(heard.filter((each) => each.status !== 200 || each.age)).toEqual([])
  })
  expect(calls).toBeLessThanOrEqual(most)
})

test('a thousand bad bodies: reads seen before stay, nothing crashes, and Fabman gets no more calls than usual', async () => {
  const most = 1.1 * (await healthyCalls(minutes))
  await before()
  // Without `[]`, which is a valid empty list.
  const bodies = ['', 'null', '{}', '[null]', '"x"', '<html>', '[{"id":1e999}]', '{"statusCode":200}', '[[]]']
  let turn = 0
  Object.assign(double.faults, { mode: 'malformed', mangle: () => bodies[turn++ % bodies.length] })
  let answers = 0
  const calls = await watch(minutes, (heard) => {
    answers += heard.length
    for (const each of heard.slice(0, seen.length)) expect(each.status).toBe(200)
    for (const each of heard.slice(seen.length)) expect(each).toSatisfy(isRefused)
  })
  expect(answers).toBeGreaterThan(1000)
  expect(calls).toBeLessThanOrEqual(most)
})

/** Lets the database work while the simulated time stands still. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

test.each(faults)(
  'Fabman is %s: writes and those that wait for them are refused within three seconds, and never made later',
  async (_, fault) => {
    const times = { resource: '3', fromDateTime: '2026-12-04T18:00', untilDateTime: '2026-12-04T20:00' }
    const own = (await (await call(fetch, 1, 'POST', '/fabman/bookings', asked(1, times))).json()) as {
      id: number
      lockVersion: number
    }
    await before()
    const bookings = structuredClone(double.account.rows('bookings'))
    Object.assign(double.faults, fault)
    const moved = { ...asked(1), lockVersion: own.lockVersion }
    const { fromDateTime, untilDateTime, lockVersion } = moved
    const writes: [number, string, string, object?][] = [
      [2, 'POST', '/fabman/bookings', asked(2)],
      [3, 'POST', '/fabman/bookings', asked(3)],
      [4, 'POST', '/fabman/bookings', asked(4)],
      [1, 'POST', '/fabman/bookings/quote', asked(1)],
      [1, 'PATCH', `/fabman/bookings/${own.id}`, { fromDateTime, untilDateTime, lockVersion }],
      [1, 'DELETE', `/fabman/bookings/${own.id}`],
    ]
    for (const together of [writes.slice(0, 3), ...writes.slice(3).map((one) => [one])]) {
      const asking = double.requests.length
      const began = Date.now()
      const heard: Heard[] = []
      for (const [as, method, path, body] of together) {
        void call(fetch, as, method, path, body).then(async (response) => {
          const { code, message } = ProblemBody.parse(await response.json())
          heard.push({ status: response.status, age: null, code, message })
        })
      }
      const isDone = () => heard.length === together.length
      // Fabman gets a call, unless the breaker is open.
      let rounds = 0
      await until(() => isDone() || double.requests.length > asking || ++rounds > 500)
      await vi.advanceTimersByTimeAsync(2900)
      // The database may be slower than the simulated time, which then moves slowly.
      while (!isDone()) {
        await vi.advanceTimersByTimeAsync(++rounds % 50 === 0 && Date.now() < began + 3 * second ? 1 : 0)
        await new Promise((resolve) => setImmediate(resolve))
      }
      for (const each of heard) expect(each).toSatisfy(isRefused)
    }
    double.faults.mode = null
    await vi.advanceTimersByTimeAsync(15 * 60 * second)
    await reconcile()
    expect(double.account.rows('bookings')).toEqual(bookings)
  },
)
