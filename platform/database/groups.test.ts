import { describe, expect, test, vi } from 'vitest'
import { inGroups } from './groups.ts'

type Results = (number | Error | Promise<number>)[]

interface Asked {
  id: number
  needs: string
}

/** Groups of at most three that end when the test says so. */
function opened() {
  const groups: { ids: number[]; end: (results: Results | Error) => void }[] = []
  const ask = inGroups<Asked, number>({
    most: 3,
    keysOf: ({ needs }) => [needs],
    run(items) {
      const { promise, resolve, reject } = Promise.withResolvers<Results>()
      const end = (results: Results | Error) =>
        results instanceof Error ? reject(results) : resolve(results)
      groups.push({ ids: items.map(({ id }) => id), end })
      return promise
    },
  })
  /** Until so many groups have begun. */
  const begun = (count: number) => expect.poll(() => groups.length).toBe(count)
  return { groups, begun, ask: (id: number, needs = String(id)) => ask({ id, needs }) }
}

describe('groups', () => {
  test('what comes alone runs at once, what comes meanwhile together after it, in its order', async () => {
    const { groups, ask, begun } = opened()
    const alone = ask(1)
    await begun(1)
    const others = [2, 3, 4, 5].map((id) => ask(id))
    groups[0]?.end([10])
    await expect.poll(() => groups.slice(0, 2).map(({ ids }) => ids)).toEqual([[1], [2, 3, 4]])
    groups[1]?.end([20, 30, 40])
    await begun(3)
    groups[2]?.end([50])
    expect(await Promise.all([alone, ...others])).toEqual([10, 20, 30, 40, 50])
  })

  test('behind a group that hangs the next ones begin all the same, four at most', async () => {
    const { groups, ask, begun } = opened()
    void ask(1)
    await begun(1)
    for (const id of [2, 3, 4, 5]) void ask(id)
    await expect.poll(() => groups.map(({ ids }) => ids)).toEqual([[1], [2, 3, 4], [5]])
    const last = [ask(6)]
    await begun(4)
    last.push(ask(7))
    groups[3]?.end([6])
    await expect.poll(() => groups[4]?.ids).toEqual([7])
    groups[4]?.end([7])
    expect(await Promise.all(last)).toEqual([6, 7])
  })

  test('of those who need the same one runs at a time, and holds none of the others up', async () => {
    const { groups, ask, begun } = opened()
    void ask(1, 'laser')
    void ask(2, 'laser')
    void ask(3, 'saw')
    await begun(1)
    expect(groups.map(({ ids }) => ids)).toEqual([[1, 3]])
    groups[0]?.end([1, 3])
    await begun(2)
    expect(groups[1]?.ids).toEqual([2])
  })

  test('an error belongs to whom it came from; a group that fails fails for all, and the next runs', async () => {
    const { groups, ask, begun } = opened()
    const [one, other] = [ask(1), ask(2)]
    await begun(1)
    groups[0]?.end([new Error('not this one'), 2])
    await expect(one).rejects.toThrow('not this one')
    expect(await other).toBe(2)

    const both = [ask(1), ask(2)]
    await begun(2)
    groups[1]?.end(new Error('all'))
    for (const each of both) await expect(each).rejects.toThrow('all')

    const after = ask(1)
    await begun(3)
    groups[2]?.end([1])
    expect(await after).toBe(1)
  })

  test('what goes on by itself keeps its own keys and holds nobody else up', async () => {
    const { groups, ask, begun } = opened()
    const later = Promise.withResolvers<number>()
    const slow = ask(1, 'laser')
    await begun(1)
    groups[0]?.end([later.promise])
    const next = ask(2, 'laser')
    expect(await Promise.all([ask(3, 'saw'), begun(2).then(() => groups[1]?.end([3]))])).toEqual([
      3,
      undefined,
    ])
    expect(groups.map(({ ids }) => ids)).toEqual([[1], [3]])
    later.resolve(10)
    expect(await slow).toBe(10)
    await begun(3)
    groups[2]?.end([20])
    expect(await next).toBe(20)

    const failing = Promise.withResolvers<number>()
    const lost = ask(4)
    await begun(4)
    groups[3]?.end([failing.promise])
    failing.reject(new Error('lost'))
    await expect(lost).rejects.toThrow('lost')
  })

  test('nobody is overtaken with what they need', async () => {
    const order: number[] = []
    const ask = inGroups<{ id: number; keys: string[] }, number>({
      most: 3,
      keysOf: ({ keys }) => keys,
      async run(items) {
        order.push(...items.map(({ id }) => id))
        return items.map(({ id }) => id)
      },
    })
    await Promise.all([
      ask({ id: 1, keys: ['mia'] }),
      ask({ id: 2, keys: ['mia', 'laser'] }),
      ask({ id: 3, keys: ['laser'] }),
    ])
    expect(order).toEqual([1, 2, 3])
  })

  test('who has waited 30 s behind groups that hang is told so, and waits no longer', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    try {
      const ask = inGroups<number, number>({ most: 1, run: () => new Promise(() => {}) })
      for (let lane = 0; lane < 4; lane++) {
        void ask(lane)
        await new Promise((done) => setImmediate(done))
        await vi.advanceTimersByTimeAsync(60)
      }
      const last = ask(5)
      const outcome = last.catch((error: Error) => error.message)
      vi.advanceTimersByTime(30_001)
      expect(await outcome).toContain('does not come to an end')
    } finally {
      vi.useRealTimers()
    }
  })

  test('too few results are an error of all', async () => {
    const ask = inGroups<number, number>({ most: 3, run: async () => [1] })
    for (const each of [ask(1), ask(2)]) await expect(each).rejects.toThrow('not one result for each')
  })

  test('what throws before it begins fails for all, too', async () => {
    const ask = inGroups<number, number>({
      most: 3,
      run() {
        throw new Error('at once')
      },
    })
    await expect(ask(1)).rejects.toThrow('at once')
    await expect(ask(2)).rejects.toThrow('at once')
  })
})
