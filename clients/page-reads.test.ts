import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aSpace } from '../app/booking/booking.fixture.ts'
import { createBackendClient } from './backend.ts'
import { createConnectorClient, keptConnectorReads } from './connector.ts'
import { createPageReads } from './page-reads.ts'
import type { ResponseStore } from './response-store.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') }))
afterEach(() => void vi.useRealTimers())

type Answer = (request: Request) => Promise<Response>

const hang: Answer = () => new Promise(() => {})
/** Hangs after the head of the response. */
const hangInBody: Answer = async () => new Response(new ReadableStream())
const refuse: Answer = () => Promise.reject(new TypeError('fetch failed'))
const proxyError: Answer = async () => new Response('<h1>Bad gateway</h1>', { status: 502 })
const maintenance: Answer = async () => new Response('<h1>Back soon</h1>')
const nonsense: Answer = async () => Response.json({ id: 'no number' })
const fine: Answer = async () => Response.json([])
const problem =
  (code: string, status: number): Answer =>
  async () =>
    Response.json(
      { type: 'x', title: 'x', status, code, message: code },
      { status, headers: { 'content-type': 'application/problem+json' } },
    )

const failures: [string, Answer][] = [
  ['hangs', hang],
  ['hangs in the body', hangInBody],
  ['refuses connections', refuse],
  ['answers with the error page of a proxy', proxyError],
  ['answers with a maintenance page', maintenance],
  ['answers what fits no contract', nonsense],
]

function memoryStore() {
  const stored = new Map<string, NonNullable<Awaited<ReturnType<ResponseStore['get']>>>>()
  return {
    get: async (key: string) => stored.get(key) ?? null,
    set: async (key: string, response: NonNullable<Awaited<ReturnType<ResponseStore['get']>>>) =>
      void stored.set(key, response),
    keys: () => [...stored.keys()],
  }
}

/** A connector elsewhere, whose answers change. */
function elsewhere(first: Answer = fine, store = memoryStore()) {
  const state = { answer: first, asked: [] as string[] }
  const ages: number[] = []
  const fetch = (request: Request) => {
    state.asked.push(new URL(request.url).pathname)
    return state.answer(request)
  }
  const log = () => {}
  const pageReads = createPageReads({
    now: Date.now,
    random: () => 0,
    warn: log,
    kept: { names: keptConnectorReads, store },
  })
  const onStale = (age: number) => void ages.push(age)
  const connector = createConnectorClient({
    baseUrl: 'https://c.example',
    token: 't',
    fetch,
    log,
    pageReads,
    onStale,
  })
  const backend = createBackendClient({ baseUrl: 'https://b.example', fetch, pageReads })
  return { state, ages, connector, backend }
}

/** How a call ends, and after how many milliseconds of the fake clock. */
async function ended<T>(calling: Promise<T>): Promise<{ value?: T; error?: unknown; ms: number }> {
  const began = Date.now()
  const results: { value?: T; error?: unknown; ms: number }[] = []
  calling.then(
    (value) => results.push({ value, ms: Date.now() - began }),
    (error: unknown) => results.push({ error, ms: Date.now() - began }),
  )
  for (let step = 0; step < 1300 && results.length === 0; step++) await vi.advanceTimersByTimeAsync(10)
  const [result] = results
  if (!result) throw new Error('it does not end')
  return result
}

describe.each(failures)('a service that %s', (_, fails) => {
  test('has the last good answer stand in, with its age', async () => {
    const { state, ages, connector } = elsewhere()
    const before = await connector.spaces()
    await vi.advanceTimersByTimeAsync(90_000)
    state.answer = fails
    const { value, ms } = await ended(connector.spaces())
    expect(value).toBe(before)
    expect(ms).toBeLessThanOrEqual(2010)
    expect(ages).toEqual([90 + Math.floor(ms / 1000)])
  })

  test('is upstreamUnavailable without one', async () => {
    const { connector } = elsewhere(fails)
    const { error, ms } = await ended(connector.spaces())
    expect(error).toMatchObject({ name: 'StoreError', status: 503, problem: { code: 'upstreamUnavailable' } })
    expect(ms).toBeLessThanOrEqual(2010)
  })

  test('holds a page of reads one behind the other for less than 3 s', async () => {
    const { state, connector, backend } = elsewhere()
    await Promise.all([connector.spaces(), connector.equipment(), connector.bookings()])
    state.answer = fails
    const page = async () => {
      await Promise.all([connector.spaces(), connector.equipment()])
      await connector.bookings()
      await backend.courses()
    }
    expect((await ended(page())).ms).toBeLessThan(3000)
  })

  test('is asked no more after five failures, and again after the pause', async () => {
    const { state, connector } = elsewhere(fails)
    await Promise.all(Array.from({ length: 5 }, () => ended(connector.spaces())))
    expect(state.asked).toHaveLength(5)
    expect((await ended(connector.spaces())).ms).toBeLessThanOrEqual(10)
    expect(state.asked).toHaveLength(5)
    await vi.advanceTimersByTimeAsync(10_000)
    state.answer = fine
    expect((await ended(connector.spaces())).value).toEqual([])
  })
})

test('while it fails the last good answer is there at once, and fresh ones after it is back', async () => {
  const { state, ages, connector } = elsewhere()
  await connector.spaces()
  state.answer = hang
  await ended(connector.spaces())
  expect((await ended(connector.spaces())).ms).toBeLessThanOrEqual(10)
  await vi.advanceTimersByTimeAsync(2000)
  state.answer = fine
  await ended(connector.spaces())
  ages.length = 0
  await ended(connector.spaces())
  expect(ages).toEqual([])
})

describe('what is kept beyond the end of the process', () => {
  const spaces = [aSpace()]
  const fineSpaces: Answer = async () => Response.json(spaces)

  test('stands in after a restart, with its age', async () => {
    const store = memoryStore()
    await elsewhere(fineSpaces, store).connector.spaces()
    await vi.advanceTimersByTimeAsync(60_000)
    const { connector, ages } = elsewhere(refuse, store)
    expect((await ended(connector.spaces())).value).toMatchObject(spaces)
    expect(ages).toEqual([60])
  })

  test('holds nothing of members', async () => {
    const store = memoryStore()
    await elsewhere(fine, store).connector.bookingsOfMember(7)
    expect(store.keys()).toEqual([])
  })

  test('is stored again after an hour, so that an unchanged answer does not grow old', async () => {
    const store = memoryStore()
    const before = elsewhere(fineSpaces, store)
    for (let hour = 0; hour < 30; hour++) {
      await before.connector.spaces()
      await vi.advanceTimersByTimeAsync(60 * 60_000)
    }
    const { connector, ages } = elsewhere(refuse, store)
    expect((await ended(connector.spaces())).value).toMatchObject(spaces)
    expect(ages).toEqual([60 * 60])
  })

  test('is gone when the thing is', async () => {
    const store = memoryStore()
    const { connector, state } = elsewhere(async () => Response.json(aSpace()), store)
    await connector.space(1)
    state.answer = problem('notFound', 404)
    expect(await connector.space(1)).toBeNull()
    const { connector: later } = elsewhere(refuse, store)
    expect((await ended(later.space(1))).error).toMatchObject({ status: 503 })
  })

  test('counts for nothing when another release stored it in another form', async () => {
    const store = memoryStore()
    await store.set('/spaces ', { head: '', body: new TextEncoder().encode('[{"name":1}]'), at: Date.now() })
    const { connector } = elsewhere(refuse, store)
    expect((await ended(connector.spaces())).error).toMatchObject({ status: 503 })
  })
})

test('an answer of more than a day ago does not stand in', async () => {
  const { state, connector } = elsewhere()
  await connector.spaces()
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000)
  state.answer = refuse
  expect((await ended(connector.spaces())).error).toMatchObject({ status: 503 })
})

test('an answer stands in for the same question only', async () => {
  const { state, connector } = elsewhere()
  await connector.bookingsOfMember(7)
  state.answer = refuse
  expect((await ended(connector.bookingsOfMember(7))).value).toEqual([])
  expect((await ended(connector.bookingsOfMember(8))).error).toMatchObject({ status: 503 })
})

test('a problem is an answer: it is passed on, and counts as no failure', async () => {
  const { state, connector } = elsewhere(problem('notSupported', 501))
  for (let index = 0; index < 8; index++) await ended(connector.waitlist({ member: 7 }))
  expect(state.asked).toHaveLength(8)
})

test('a thing that is gone is forgotten', async () => {
  const answers = [fine, problem('notFound', 404), refuse]
  const pageReads = createPageReads({ now: Date.now, random: () => 0, warn: () => {} })
  const read = async () => {
    const answer = answers.shift() ?? refuse
    const ask = () => answer(new Request('https://c.example'))
    const asked = { name: 'space', question: '/1', ask, parse: () => 'a space', locale: 'de' } as const
    return pageReads.read(asked).catch((error: { status: number }) => error.status)
  }
  expect([await read(), await read(), await read()]).toEqual(['a space', 404, 503])
})

test('a service that says it is away has the last good answer stand in', async () => {
  const { state, connector, ages } = elsewhere()
  await connector.spaces()
  state.answer = problem('upstreamUnavailable', 503)
  expect((await ended(connector.spaces())).value).toEqual([])
  expect(ages).toEqual([0])
})

test('the age that the service itself reports counts, also afterwards', async () => {
  const { state, connector, ages } = elsewhere(async () => Response.json([], { headers: { age: '40' } }))
  await connector.spaces()
  state.answer = refuse
  await vi.advanceTimersByTimeAsync(5000)
  await ended(connector.spaces())
  expect(ages).toEqual([40, 45])
})

test('the same answer is the same object, another one is another', async () => {
  const { state, backend } = elsewhere()
  const before = await backend.courses()
  expect(await backend.courses()).toBe(before)
  state.answer = async () => Response.json([], { headers: { 'x-other': '1' } })
  expect(await backend.courses()).toBe(before)
  state.answer = async () => new Response('[ ]')
  expect(await backend.courses()).not.toBe(before)
})

test('writes keep their limit, and no memory answers them', async () => {
  const { state, connector } = elsewhere(refuse)
  for (let index = 0; index < 8; index++) await ended(connector.cancelBooking(5, () => ({})))
  expect(state.asked).toHaveLength(8)
})
