import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '../../../contracts/problem.ts'
import { type Cache, createCache } from './cache.ts'

const minute = 60_000
const day = 24 * 60 * minute
const silence = () => Promise.reject(new Problem('upstreamUnavailable', { headers: { 'retry-after': '10' } }))
const value = (given: unknown) => vi.fn(async () => given)

let now: number
let cache: Cache
const clock = () => new Date(now)

beforeEach(() => {
  now = Date.parse('2026-12-01T08:00:00Z')
  cache = createCache({ clock })
})

/** A load that has begun and ends when the test says so. */
function begin() {
  const loading = Promise.withResolvers<string>()
  const waiting = cache.get('key', 60, () => loading.promise)
  return { loading, waiting }
}

test('a value is loaded once in its lifetime', async () => {
  const load = value({ id: 1 })
  await cache.get('key', 60, load)
  now += minute - 1
  expect(await cache.get('key', 60, load)).toEqual({ id: 1 })
  expect(load).toHaveBeenCalledTimes(1)
  now += 1
  await cache.get('key', 60, load)
  expect(load).toHaveBeenCalledTimes(2)
})

test('a clock that is set back keeps neither a value nor a failure for longer', async () => {
  await cache.get('key', 60, value('old'))
  await expect(cache.get('failed', 60, silence)).rejects.toThrow()
  now -= 60 * minute
  expect(await cache.get('key', 60, value('new'))).toBe('new')
  expect(await cache.get('failed', 60, value('back'))).toBe('back')
})

test('the lifetime is that of the read, and begins with the load', async () => {
  const { loading, waiting } = begin()
  now += 4000
  loading.resolve('x')
  await waiting
  now += 1000
  expect(await cache.get('key', 6, value('new'))).toBe('x')
  expect(await cache.get('key', 5, value('new'))).toBe('new')
})

test('many reads at once share one load', async () => {
  const load = value('x')
  await Promise.all(Array.from({ length: 20 }, () => cache.get('key', 60, load)))
  expect(load).toHaveBeenCalledTimes(1)
})

describe('an invalidation during a load', () => {
  test('the value is returned to those who wait, but neither stored nor shared with later reads', async () => {
    const { loading, waiting } = begin()
    void cache.invalidate(['key'])
    expect(await cache.get('key', 60, value('after the write'))).toBe('after the write')
    loading.resolve('before the write')
    expect(await waiting).toBe('before the write')
    expect(await cache.get('key', 60, value('loaded again'))).toBe('after the write')
  })

  test('the value is not stored without a read in between, either', async () => {
    const { loading, waiting } = begin()
    void cache.invalidate(['k*'])
    loading.resolve('before the write')
    await waiting
    expect(await cache.get('key', 60, value('after the write'))).toBe('after the write')
  })

  test('the failure of the old load does not remove the new value', async () => {
    const { loading, waiting } = begin()
    void cache.invalidate(['key'])
    await cache.get('key', 60, value('fresh'))
    loading.reject(new Problem('upstreamUnavailable'))
    await expect(waiting).rejects.toThrow()
    expect(await cache.get('key', 60, value('loaded again'))).toBe('fresh')
  })
})

test('an error and null are not cached', async () => {
  await expect(cache.get('key', 60, () => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
  expect(await cache.get('key', 60, value(null))).toBeNull()
  expect(await cache.get('key', 60, value('there'))).toBe('there')
  now += minute
  expect(await cache.get('key', 60, value(null))).toBeNull()
  // It is gone, so it does not stand in either.
  await expect(cache.get('key', 60, silence, () => {})).rejects.toMatchObject({ code: 'upstreamUnavailable' })
})

test('an invalidation takes the named keys, those with a named beginning, and those of a booking', async () => {
  const range = (from: string, until: string, id = 2) =>
    `bookings:resource:${id}:2026-12-${from}:2026-12-${until}`
  const yes = [
    'space:1',
    'equipment:all',
    'fabman:look:7:credits',
    'bookings:member:7',
    'busy:space:1:2026-12-02',
    range('02T00:00', '03T00:00'),
    range('02T19:30', '02T22:00'),
    range('02T10:00', '02T18:30'),
  ]
  const no = [
    'space:11',
    'spaces:all',
    'equipment:1',
    'fabman:look:77:credits',
    'bookings:member:77',
    'busy:space:11:2026-12-02',
    'busy:space:1:2026-12-01',
    'busy:space:1:2026-12-03',
    'busy:space',
    range('02T20:00', '03T00:00'),
    range('01T00:00', '02T18:00'),
    range('02T00:00', '03T00:00', 22),
  ]
  const missing = async () => {
    const loads: string[] = []
    for (const key of [...yes, ...no]) await cache.get(key, 60, async () => loads.push(key))
    return loads
  }
  await missing()
  const times = { fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T20:00' }
  await cache.invalidate([
    'space:1',
    'equipment:all',
    'fabman:look:7:*',
    { equipment: 2, member: 7, space: 1, ...times },
  ])
  expect(await missing()).toEqual(yes)
  await cache.invalidate([])
  expect(await missing()).toEqual([])
})

describe('while the system is away', () => {
  const ages: number[] = []
  const onStale = (age: number) => void ages.push(age)
  beforeEach(() => void (ages.length = 0))

  test('a value of the last day stands in, with its age; loads are tried no oftener than in its lifetime', async () => {
    await cache.get('key', 60, value('old'), onStale)
    const load = vi.fn(silence)
    now += 2 * minute
    expect(await cache.get('key', 60, load, onStale)).toBe('old')
    now += minute - 1
    expect(await cache.get('key', 60, load, onStale)).toBe('old')
    expect([ages, load.mock.calls.length]).toEqual([[120, 179], 1])
    now += 1
    expect(await cache.get('key', 60, load, onStale)).toBe('old')
    expect(load).toHaveBeenCalledTimes(2)
    now += day - 3 * minute
    await expect(cache.get('key', 60, load, onStale)).rejects.toMatchObject({ code: 'upstreamUnavailable' })
  })

  test('a read that accepts no stale value gets none, and no other failure is covered', async () => {
    await cache.get('key', 60, value('old'))
    now += minute
    await expect(cache.get('key', 60, silence)).rejects.toMatchObject({ code: 'upstreamUnavailable' })
    now += minute
    const bug = () => Promise.reject(new Error('bug'))
    await expect(cache.get('key', 60, bug, onStale)).rejects.toThrow('bug')
  })

  test('without any value, reads are refused without a load for 10 s, then for 20, up to the lifetime', async () => {
    const load = vi.fn(silence)
    for (const seconds of [10, 20, 40, 60, 60]) {
      load.mockClear()
      for (const ms of [seconds * 1000 - 1, 1]) {
        await expect(cache.get('key', 60, load, onStale)).rejects.toMatchObject({
          code: 'upstreamUnavailable',
          options: { headers: { 'retry-after': '10' } },
        })
        now += ms
      }
      expect(load).toHaveBeenCalledTimes(1)
    }
    expect(await cache.get('key', 60, value('back'), onStale)).toBe('back')
  })

  test('an invalidated value still stands in, and is loaded at once', async () => {
    await cache.get('key', 60, value('old'))
    now += 1000
    await cache.invalidate(['key'])
    expect(await cache.get('key', 60, silence, onStale)).toBe('old')
    expect(ages).toEqual([1])
    await cache.invalidate(['key'])
    expect(await cache.get('key', 60, value('new'), onStale)).toBe('new')
  })

  test('recover looks only then, and lets all that failed be loaded again, at most every ten seconds', async () => {
    const look = vi.fn(async () => {})
    await cache.get('key', 60, value('old'))
    await cache.recover(look)
    expect(look).not.toHaveBeenCalled()
    now += minute
    await cache.get('key', 60, silence, onStale)
    await cache.recover(silence)
    expect(await cache.get('key', 60, value('new'), onStale)).toBe('old')
    // A read that has not failed succeeds before.
    await cache.get('other', 60, value('x'))
    await cache.recover(look)
    await cache.get('key', 60, silence, onStale)
    now += 9_999
    await cache.recover(look)
    expect(await cache.get('key', 60, value('new'), onStale)).toBe('old')
    now += 1
    await cache.recover(look)
    expect(await cache.get('key', 60, value('new'), onStale)).toBe('new')
    expect(look).toHaveBeenCalledTimes(2)
  })

  test('after one success, entries that failed two minutes ago or longer are loaded again', async () => {
    await cache.get('spaces', 900, value('old'))
    await cache.get('bookings', 60, value('old'))
    now += 15 * minute
    await cache.get('spaces', 900, silence, onStale)
    await cache.get('bookings', 60, silence, onStale)
    now += minute
    await cache.get('bookings', 60, value('new'), onStale)
    expect(await cache.get('spaces', 900, value('new'), onStale)).toBe('old')
    now += minute
    expect(await cache.get('spaces', 900, value('new'), onStale)).toBe('new')
  })
})

test('while the system is slow, a stale value is served after two seconds, then almost at once; the new one is stored', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const ages: number[] = []
    const onStale = (age: number) => void ages.push(age)
    /** What a read returns after so many milliseconds, and not before. */
    async function after(ms: number, key: string, load: () => Promise<string>) {
      let outcome: unknown = 'waits'
      cache.get(key, 60, load, onStale).then(
        (answer) => (outcome = answer),
        (error: unknown) => (outcome = (error as Problem).code),
      )
      await vi.advanceTimersByTimeAsync(ms - 1)
      expect(outcome).toBe('waits')
      await vi.advanceTimersByTimeAsync(1)
      return outcome
    }
    await cache.get('one', 60, value('old'))
    await cache.get('two', 60, value('old'))
    now += minute
    const loading = Promise.withResolvers<string>()
    const never = () => new Promise<string>(() => {})
    expect([await after(2000, 'one', () => loading.promise), ages]).toEqual(['old', [60]])
    expect([await after(250, 'two', never), ages]).toEqual(['old', [60, 60]])
    expect(await after(800, 'three', never)).toBe('upstreamUnavailable')

    const landed = cache.get('one', 60, never)
    loading.resolve('new')
    expect(await landed).toBe('new')
    expect(await cache.get('one', 60, never, onStale)).toBe('new')
    expect(ages).toEqual([60, 60])
  } finally {
    vi.useRealTimers()
  }
})

test.each([{ maxEntries: 3 }, { maxBytes: 400 }])(
  'it is bounded (%o): the entry that was not read for longest goes first',
  async (bound) => {
    cache = createCache({ clock, ...bound })
    const loads: string[] = []
    for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) {
      await cache.get(key, 60, async () => {
        loads.push(key)
        return 'x'.repeat(50)
      })
    }
    expect(loads).toEqual(['a', 'b', 'c', 'd', 'b'])
  },
)
