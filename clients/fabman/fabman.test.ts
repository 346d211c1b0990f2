import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createFabmanClient } from './fabman.ts'
import { FabmanRefused, FabmanUnavailable } from './failures.ts'
import { parseLossless } from './lossless-json.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const Item = z.object({ id: z.int() })

/** A client whose requests get these answers in turn; the last one repeats. */
function clientOf(answers: ((request: Request) => Response | Promise<Response>)[]) {
  const requests: Request[] = []
  const warnings: string[] = []
  const client = createFabmanClient({
    baseUrl: 'https://fabman.example/api/v1',
    apiKey: 'secret-key',
    fetch: async (request) => {
      requests.push(request)
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      return (answer as (request: Request) => Response)(request)
    },
    now: Date.now,
    random: () => 0,
    warn: ({ call, reason }) => void warnings.push(`${call}: ${reason}`),
  })
  return { client, requests, warnings }
}

const ok = (body: unknown, link?: string) => () => Response.json(body, { headers: link ? { link } : {} })
const noConnection = (code: string) => () => {
  throw new TypeError('fetch failed', { cause: { code } })
}
const silence = () => new Promise<Response>(() => {})

/** Lets time pass until the work ends. */
async function passing<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {})
  await vi.advanceTimersByTimeAsync(60_000)
  return work
}

describe('reading', () => {
  test('sends the key, repeats list parameters, strips unknown fields', async () => {
    const { client, requests } = clientOf([ok({ id: 3, secret: 'x' })])
    expect(await client.get('/bookings/3', Item, { resolve: ['member', 'resource'] })).toEqual({ id: 3 })
    expect(requests[0]?.url).toBe('https://fabman.example/api/v1/bookings/3?resolve=member&resolve=resource')
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer secret-key')
  })

  test('null when there is no object', async () => {
    const { client } = clientOf([() => new Response(null, { status: 204 }), ok({}, undefined)])
    expect(await client.get('/members/1/key', Item)).toBeNull()
    const gone = clientOf([() => Response.json({ message: 'Not Found' }, { status: 404 })])
    expect([await gone.client.get('/members/1', Item), await gone.client.list('/x', Item)]).toEqual([
      null,
      null,
    ])
  })

  test('follows pages, absolute or relative, and never to another host', async () => {
    const { client, requests } = clientOf([
      ok([{ id: 1 }], '<https://fabman.example/api/v1/members?offset=1>; rel="next"'),
      ok([{ id: 2 }], '</api/v1/members?offset=2>; rel="next"'),
      ok([{ id: 3 }], '<http://evil.example/api/v1/members?offset=3>; rel="next"'),
      ok([{ id: 4 }], ''),
    ])
    expect(await client.list('/members', Item)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }])
    expect(requests.map(({ url }) => url.replace('https://fabman.example/api/v1', ''))).toEqual([
      '/members?limit=1000',
      '/members?offset=1',
      '/members?offset=2',
      '/members?offset=3',
    ])
    const astray = clientOf([ok([], '<https://fabman.example/elsewhere>; rel="next"')])
    await expect(astray.client.list('/members', Item)).rejects.toThrow(FabmanUnavailable)
    const round = clientOf([ok([], '</api/v1/members?offset=1>; rel="next"')])
    await expect(round.client.list('/members', Item)).rejects.toThrow(FabmanUnavailable)
  })

  test('follows no redirect and reads no endless answer', async () => {
    const moved = clientOf([
      () => new Response(null, { status: 302, headers: { location: 'https://evil.example' } }),
    ])
    await expect(moved.client.get('/spaces/1', Item)).rejects.toThrow('status 302')
    expect(moved.requests[0]?.redirect).toBe('manual')
    const part = new Uint8Array(1024 * 1024)
    const endless = clientOf([
      () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(part) })),
    ])
    await expect(endless.client.get('/spaces/1', Item)).rejects.toThrow(FabmanUnavailable)
  })

  test.each([
    ['no JSON', () => new Response('<html>')],
    ['another shape', ok({ id: '3' })],
    ['an id that no number can hold', () => new Response('{"id":9007199254740993}')],
    ['nothing', () => new Response('')],
  ])('%s is a failure, logged without its content', async (_, answer) => {
    const { client, warnings } = clientOf([answer])
    await expect(client.get('/spaces/1', Item)).rejects.toThrow(FabmanUnavailable)
    expect(warnings).toEqual([expect.stringMatching(/^GET \/spaces\/1: (not JSON|not as expected: id \w+)/)])
  })

  test('fails within three seconds', async () => {
    const { client, requests } = clientOf([silence])
    const began = Date.now()
    const asked = client.get('/spaces/1', Item).catch((error: unknown) => [error, Date.now() - began])
    expect(await passing(asked)).toEqual([expect.any(FabmanUnavailable), 2800])
    expect([requests.length, requests[0]?.signal.aborted]).toEqual([1, true])
  })

  test('a failed read is retried once, for one call in ten', async () => {
    const { client, requests } = clientOf([
      ...Array.from({ length: 20 }, () => ok({ id: 1 })),
      noConnection('ECONNRESET'),
      ok({ id: 1 }),
    ])
    for (let each = 0; each < 20; each++) await passing(client.get('/spaces/1', Item))
    expect(await passing(client.get('/spaces/1', Item))).toEqual({ id: 1 })
    expect(requests).toHaveLength(22)
    const down = clientOf([noConnection('ECONNREFUSED')])
    for (let each = 0; each < 100; each++) await passing(down.client.get('/x', Item).catch(() => null))
    expect(down.requests.length).toBeLessThanOrEqual(110)
  })

  test('a read waits out the pause of a 429 when its deadline allows', async () => {
    const limited = () => new Response(null, { status: 429 })
    const { client, requests } = clientOf([limited, ok({ id: 1 })])
    expect(await passing(client.get('/spaces/1', Item))).toEqual({ id: 1 })
    expect(requests).toHaveLength(2)
  })
})

describe('a 429 for a minute', () => {
  test('Fabman gets at most 1.1 times the calls, and everything works afterwards', async () => {
    const until = 60_000
    const { client, requests } = clientOf([
      () => (Date.now() < until ? new Response(null, { status: 429 }) : Response.json({ id: 1 })),
    ])
    const outcomes: string[] = []
    let asked = 0
    while (Date.now() < 120_000) {
      asked++
      client.get('/spaces/1', Item).then(
        () => outcomes.push('ok'),
        (error: unknown) => outcomes.push((error as Error).name),
      )
      await vi.advanceTimersByTimeAsync(500)
    }
    await vi.advanceTimersByTimeAsync(10_000)
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'FabmanUnavailable']))
    expect(outcomes).toHaveLength(asked)
    expect(requests.length).toBeLessThanOrEqual(asked * 1.1)
    const during = requests.length - outcomes.filter((outcome) => outcome === 'ok').length
    // One probe in four seconds.
    expect(during).toBeLessThanOrEqual(16)
    expect(await client.get('/spaces/1', Item)).toEqual({ id: 1 })
  })
})

describe('writing', () => {
  const post = (client: ReturnType<typeof clientOf>['client']) =>
    client.post('/bookings', { resource: 1 }, Item)
  const failure = (work: Promise<unknown>) => passing(work.catch((error: unknown) => error))

  test('is never retried, and says whether it may have been carried out', async () => {
    const cases: [() => Response | Promise<Response>, boolean][] = [
      [noConnection('ECONNREFUSED'), false],
      [noConnection('ECONNRESET'), true],
      [silence, true],
      [() => new Response(null, { status: 502 }), true],
      [() => new Response('{', { status: 201 }), true],
    ]
    for (const [answer, mayBeDone] of cases) {
      const { client, requests } = clientOf([answer])
      expect(await failure(post(client))).toMatchObject({ name: 'FabmanUnavailable', mayBeDone })
      expect(requests).toHaveLength(1)
    }
  })

  test.each([
    [{ statusCode: 422, data: { booking: {} } }, 422, ['booking']],
    [{ data: 'has no permission' }, 422, ['has no permission']],
    ['<html>', 409, []],
    [{ data: 7 }, 400, []],
  ])('the refusal %j keeps its status and reasons', async (body, status, tags) => {
    const { client } = clientOf([() => Response.json(body, { status })])
    const error = await failure(post(client))
    expect(error).toBeInstanceOf(FabmanRefused)
    expect(error).toMatchObject({ status, tags })
  })

  test('a 429 was not done and may be asked again in time', async () => {
    const { client, requests } = clientOf([() => new Response(null, { status: 429 }), ok({ id: 5 })])
    expect(await passing(post(client))).toEqual({ id: 5 })
    expect(await requests[1]?.json()).toEqual({ resource: 1 })
  })

  test('deleting a missing object succeeds', async () => {
    const { client } = clientOf([() => Response.json({}, { status: 404 })])
    await expect(client.delete('/bookings/1')).resolves.toBeUndefined()
  })
})

test('whole numbers beyond 2^53 stay text, others stay numbers', () => {
  expect(
    parseLossless(
      '{"id":9007199254740993,"a":[-9007199254740993,1.5,9007199254740991,1e30,"12345678901234567"]}',
    ),
  ).toEqual({
    id: '9007199254740993',
    a: ['-9007199254740993', 1.5, 9007199254740991, 1e30, '12345678901234567'],
  })
})
