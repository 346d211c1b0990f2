import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '../../../contracts/problem.ts'
import { testDatabase } from '../../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../../platform/database/database.ts'
import { createMemoryAnswers } from './entries-memory.ts'
import { createStoredAnswers } from './entries.store.ts'
import type { Answers } from './entries.ts'
import { type Cache, createCache } from './cache.ts'

const minute = 60_000
const day = 24 * 60 * minute
const silence = () => Promise.reject(new Problem('upstreamUnavailable', { headers: { 'retry-after': '10' } }))

let database: OpenedDatabase
let now: number
const clock = () => new Date(now)

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  now = Date.parse('2026-12-01T08:00:00Z')
  await sql`truncate workshop_answer`.execute(database.db)
})

const forms: [string, () => Answers][] = [
  ['in memory', () => createMemoryAnswers()],
  ['in PostgreSQL', () => createStoredAnswers(database.db, 'account ')],
]

describe.each(forms)('answers %s', (_, open) => {
  /** Two processes around the same answers. */
  function two() {
    const answers = open()
    return [createCache({ clock, answers }), createCache({ clock, answers })] as const
  }
  const value = (given: unknown) => vi.fn(async () => given)
  /** A load that has begun and ends when the test says so. */
  async function begin(cache: Cache) {
    const loading = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    const waiting = cache.get('key', 60, () => {
      begun.resolve()
      return loading.promise
    })
    await begun.promise
    return { loading, waiting }
  }

  test('are asked for once in their time, by all processes, and come back as they were', async () => {
    const [one, other] = two()
    const answer = { id: 1, price: '12.00', none: null, list: [{ ä: '„x“' }], no: false }
    const load = value(answer)
    expect(await one.get('key', 60, load)).toEqual(answer)
    now += minute - 1
    expect(await one.get('key', 60, load)).toEqual(answer)
    expect(await other.get('key', 60, load)).toEqual(answer)
    expect(load).toHaveBeenCalledTimes(1)
    now += 1
    await other.get('key', 60, load)
    await one.get('key', 60, load)
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('who looked while another was answered does not ask again', async () => {
    const answers = open()
    const looked = Promise.withResolvers<void>()
    let looks = 0
    const find: Answers['find'] = async (key) => {
      looks += 1
      const isSecond = looks === 2
      const row = await answers.find(key)
      if (isSecond) await looked.promise
      return row
    }
    const cache = createCache({ clock, answers: { ...answers, find } })
    const load = value('x')
    const [first, second] = [cache.get('key', 60, load), cache.get('key', 60, load)]
    await first
    looked.resolve()
    expect(await second).toBe('x')
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('many questions at once are one load', async () => {
    const [cache] = two()
    const load = value('x')
    await Promise.all(Array.from({ length: 20 }, () => cache.get('key', 60, load)))
    expect(load).toHaveBeenCalledTimes(1)
  })

  test.each([0, 1])(
    'what is forgotten while it loads is given to who waits, neither kept nor given to who comes later (by process %s)',
    async (who) => {
      const caches = two()
      const [cache] = caches
      const { loading, waiting } = await begin(cache)
      await caches[who]?.forget({ keys: ['key'] })
      expect(await cache.get('key', 60, value('after the write'))).toBe('after the write')
      loading.resolve('before the write')
      expect(await waiting).toBe('before the write')
      expect(await cache.get('key', 60, value('asked again'))).toBe('after the write')
    },
  )

  test('forgotten while it loads, with nobody asking in between, it is asked for anew', async () => {
    const [cache, other] = two()
    const { loading, waiting } = await begin(cache)
    await other.forget({ prefixes: ['k'] })
    loading.resolve('before the write')
    await waiting
    expect(await other.get('key', 60, value('after the write'))).toBe('after the write')
  })

  test('a failure and null are not kept', async () => {
    const [cache] = two()
    await expect(cache.get('key', 60, () => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
    expect(await cache.get('key', 60, value(null))).toBeNull()
    expect(await cache.get('key', 60, value('there'))).toBe('there')
    now += minute
    expect(await cache.get('key', 60, value(null))).toBeNull()
    // It is gone, so it does not come back either.
    await expect(cache.get('key', 60, silence, () => {})).rejects.toMatchObject({
      code: 'upstreamUnavailable',
    })
  })

  test('a load that fails after it was forgotten does not take its successor away', async () => {
    const [cache] = two()
    const { loading, waiting } = await begin(cache)
    await cache.forget({ keys: ['key'] })
    await cache.get('key', 60, value('fresh'))
    loading.reject(new Problem('upstreamUnavailable'))
    await expect(waiting).rejects.toThrow()
    expect(await cache.get('key', 60, value('asked again'))).toBe('fresh')
  })

  test('forgetting takes the named keys, those that begin so, and ranges that meet a time', async () => {
    const [cache, other] = two()
    const range = (from: string, until: string, id = 2) =>
      `bookings:resource:${id}:2026-12-${from}:2026-12-${until}`
    const yes = [
      'space:1',
      'equipment:all',
      'busy:space:1:2026-12-02',
      range('02T00:00', '03T00:00'),
      range('02T19:30', '02T22:00'),
      range('02T10:00', '02T18:30'),
    ]
    const no = [
      'space:11',
      'spaces:all',
      'equipment:1',
      'busy:space:11:2026-12-02',
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
    await other.forget({
      keys: ['space:1', 'equipment:all'],
      prefixes: ['busy:space:1:'],
      ranges: [
        {
          prefix: 'bookings:resource:2:',
          fromDateTime: '2026-12-02T18:00',
          untilDateTime: '2026-12-02T20:00',
        },
      ],
    })
    expect(await missing()).toEqual(yes)
    await other.forget({})
    expect(await missing()).toEqual([])
  })

  describe('while the system is away', () => {
    const ages: number[] = []
    const onKept = (age: number) => void ages.push(age)
    beforeEach(() => void (ages.length = 0))

    test('the answer of the last day stands, with its age, and is tried no oftener than when all is well', async () => {
      const [cache, other] = two()
      await cache.get('key', 60, value('old'), onKept)
      const load = vi.fn(silence)
      now += 2 * minute
      expect(await cache.get('key', 60, load, onKept)).toBe('old')
      now += minute - 1
      expect(await other.get('key', 60, load, onKept)).toBe('old')
      expect([ages, load.mock.calls.length]).toEqual([[120, 179], 1])
      now += 1
      expect(await other.get('key', 60, load, onKept)).toBe('old')
      expect(load).toHaveBeenCalledTimes(2)
      now += day - 3 * minute
      await expect(other.get('key', 60, load, onKept)).rejects.toMatchObject({ code: 'upstreamUnavailable' })
    })

    test('who wants no older answer gets none, and no other failure is covered', async () => {
      const [cache] = two()
      await cache.get('key', 60, value('old'))
      now += minute
      await expect(cache.get('key', 60, silence)).rejects.toMatchObject({ code: 'upstreamUnavailable' })
      now += minute
      await expect(cache.get('key', 60, () => Promise.reject(new Error('bug')), onKept)).rejects.toThrow(
        'bug',
      )
    })

    test('what was never answered is refused without asking for 10 s, then for 20, up to its lifetime', async () => {
      const [cache, other] = two()
      const load = vi.fn(silence)
      for (const seconds of [10, 20, 40, 60, 60]) {
        load.mockClear()
        for (const each of [cache, other]) {
          await expect(each.get('key', 60, load, onKept)).rejects.toMatchObject({
            code: 'upstreamUnavailable',
            options: { headers: { 'retry-after': '10' } },
          })
          now += seconds * 500 - (each === other ? 0 : 1)
        }
        expect(load).toHaveBeenCalledTimes(1)
        now += 1
      }
      expect(await other.get('key', 60, value('back'), onKept)).toBe('back')
    })

    test('what is forgotten still stands in, and is asked for at once', async () => {
      const [cache, other] = two()
      await cache.get('key', 60, value('old'))
      now += 1000
      await other.forget({ keys: ['key'] })
      expect(await cache.get('key', 60, silence, onKept)).toBe('old')
      expect(ages).toEqual([1])
      // A write that came to nothing does not make it asked for the sooner, one that was made does.
      const load = value('new')
      await cache.forget({ keys: ['key'], isInVain: true })
      expect(await cache.get('key', 60, load, onKept)).toBe('old')
      await cache.forget({ keys: ['key'] })
      expect(await cache.get('key', 60, load, onKept)).toBe('new')
    })

    test('once one answer comes again, what failed two minutes ago or longer is asked for', async () => {
      const [cache, other] = two()
      await cache.get('spaces', 900, value('old'))
      await cache.get('bookings', 60, value('old'))
      now += 15 * minute
      await cache.get('spaces', 900, silence, onKept)
      await cache.get('bookings', 60, silence, onKept)
      now += minute
      const still = value('new')
      await cache.get('bookings', 60, still, onKept)
      expect(await other.get('spaces', 900, still, onKept)).toBe('old')
      now += minute
      expect(await other.get('spaces', 900, value('new'), onKept)).toBe('new')
    })
  })

  test('while the system is slow, an older answer is given after two seconds, then almost at once; the new one is kept', async () => {
    // Connections begin by a timer of the driver's, so those that are needed are opened before.
    await Promise.all([1, 2, 3, 4].map(() => sql`select pg_sleep(0.05)`.execute(database.db)))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const [cache] = two()
      const ages: number[] = []
      const onKept = (age: number) => void ages.push(age)
      /** A question, once it has gone out, after so many milliseconds. */
      async function ask(key: string, load: () => Promise<string>, ms: number) {
        const asked = Promise.withResolvers<void>()
        let outcome: unknown = 'waits'
        const loading = () => {
          asked.resolve()
          return load()
        }
        cache.get(key, 60, loading, onKept).then(
          (answer) => (outcome = answer),
          (error: unknown) => (outcome = (error as Problem).code),
        )
        await asked.promise
        // Whoever waits has set the timer by now.
        await new Promise((resolve) => setImmediate(resolve))
        await vi.advanceTimersByTimeAsync(ms - 1)
        expect(outcome).toBe('waits')
        await vi.advanceTimersByTimeAsync(1)
        return outcome
      }
      await cache.get('one', 60, value('old') as () => Promise<string>)
      await cache.get('two', 60, value('old') as () => Promise<string>)
      now += minute
      const loading = Promise.withResolvers<string>()
      const never = () => new Promise<string>(() => {})
      expect([await ask('one', () => loading.promise, 2000), ages]).toEqual(['old', [60]])
      expect([await ask('two', never, 250), ages]).toEqual(['old', [60, 60]])
      expect(await ask('three', never, 800)).toBe('upstreamUnavailable')

      const landed = cache.get('one', 60, never)
      loading.resolve('new')
      expect(await landed).toBe('new')
      expect(await cache.get('one', 60, never, onKept)).toBe('new')
      expect(ages).toEqual([60, 60])
    } finally {
      vi.useRealTimers()
    }
  })

  test('what nobody could use any more is deleted', async () => {
    const answers = open()
    const cache = createCache({ clock, answers })
    await cache.get('old', 60, value('x'))
    now += 1
    await cache.get('young', 60, value('x'))
    now += day - 1
    await cache.cleanUp()
    expect(await answers.find('old')).not.toBeNull()
    now += 1
    await cache.cleanUp()
    expect(await answers.find('old')).toBeNull()
    expect(await answers.find('young')).toMatchObject({ value: 'x' })
  })
})

test('in memory it is bounded: the key that was not used for longest goes first', async () => {
  const cache = createCache({ clock, answers: createMemoryAnswers({ maxEntries: 3 }) })
  const loads: string[] = []
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) {
    await cache.get(key, 60, async () => loads.push(key))
  }
  expect(loads).toEqual(['a', 'b', 'c', 'd', 'b'])
})

test('in PostgreSQL it is bounded: the oldest go first', async () => {
  const answers = createStoredAnswers(database.db)
  await sql`
    insert into workshop_answer (key, answer, answered_at, ask_at)
    select 'key' || each, '1', ${clock()}::timestamptz + each * interval '1 ms', ${clock()}
    from generate_series(1, 20002) each`.execute(database.db)
  await answers.deleteBefore(0)
  const { rows } = await sql<{ kept: number }>`select count(*)::int as kept from workshop_answer`.execute(
    database.db,
  )
  expect(rows).toEqual([{ kept: 20_000 }])
  expect([await answers.find('key2'), await answers.find('key3')]).toMatchObject([null, { value: 1 }])
})

test('in PostgreSQL, one workshop system’s answers are not another’s', async () => {
  const open = (scope: string) => createCache({ clock, answers: createStoredAnswers(database.db, scope) })
  const [one, other] = [open('one '), open('other ')]
  expect(await one.get('key', 60, async () => 1)).toBe(1)
  expect(await other.get('key', 60, async () => 2)).toBe(2)
  await other.forget({ keys: ['key'], prefixes: ['k'] })
  expect(await one.get('key', 60, async () => 3)).toBe(1)
})

test('in PostgreSQL, those who forget the same keys do not wait for each other for ever, however they find them', async () => {
  // In the table they lie the other way round than in its index.
  await sql`
    insert into workshop_answer (key, answer, answered_at, ask_at)
    select 'key' || each, '1', ${clock()}, ${clock()} from generate_series(11999, 10000, -1) each`.execute(
    database.db,
  )
  await sql`analyze workshop_answer`.execute(database.db)
  // Not through a cache, which would try a second time.
  const answers = createStoredAnswers(database.db)
  for (let round = 0; round < 15; round++) {
    await Promise.all(
      Array.from({ length: 8 }, (_, each) =>
        answers.forget(each % 2 ? { prefixes: ['key1'] } : { keys: ['key10001', 'key11000', 'key11998'] }),
      ),
    )
  }
  expect((await answers.find('key11000'))?.askAt).toBe(0)
})

test('a cache that fails is as if there were none', async () => {
  const broken = () => Promise.reject(new Error('no connection'))
  const failing: Answers = {
    find: broken,
    begin: broken,
    keep: broken,
    fail: broken,
    drop: broken,
    hurry: broken,
    forget: broken,
    deleteBefore: broken,
  }
  const cache = createCache({ clock, answers: failing })
  expect(await cache.get('key', 60, async () => 'loaded')).toBe('loaded')
  await expect(cache.get('key', 60, silence, () => {})).rejects.toMatchObject({ code: 'upstreamUnavailable' })
  await cache.forget({ keys: ['key'] })
  // Found nothing, and then the connection is gone.
  const lost = createCache({ clock, answers: { ...failing, find: async () => null } })
  expect(await lost.get('key', 60, async () => 'loaded')).toBe('loaded')
  await expect(lost.get('key', 60, silence)).rejects.toMatchObject({ code: 'upstreamUnavailable' })
})
