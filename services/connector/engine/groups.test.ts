import { describe, expect, test } from 'vitest'
import { inGroups } from './groups.ts'

interface Asked {
  id: number
  needs: string
}

/** Groups of at most three in two lanes that end when the test says so. */
function opened() {
  const groups: { ids: number[]; end: (results: (number | Error)[] | Error) => void }[] = []
  const ask = inGroups<Asked, number>({
    most: 3,
    lanes: 2,
    keysOf: ({ needs }) => [needs],
    run(items) {
      const { promise, resolve, reject } = Promise.withResolvers<(number | Error)[]>()
      const end = (results: (number | Error)[] | Error) =>
        results instanceof Error ? reject(results) : resolve(results)
      groups.push({ ids: items.map(({ id }) => id), end })
      return promise
    },
  })
  const settled = () => new Promise((done) => setTimeout(done, 5))
  return { groups, settled, ask: (id: number, needs = String(id)) => ask({ id, needs }) }
}

describe('groups', () => {
  test('what comes alone runs at once, what comes at the same time together', async () => {
    const { groups, ask, settled } = opened()
    const alone = ask(1)
    await settled()
    const others = [ask(2), ask(3)]
    await settled()
    expect(groups.map(({ ids }) => ids)).toEqual([[1], [2, 3]])
    groups[0]?.end([10])
    groups[1]?.end([20, 30])
    expect(await Promise.all([alone, ...others])).toEqual([10, 20, 30])
  })

  test('what comes while all lanes are busy makes the next groups, in its order', async () => {
    const { groups, ask, settled } = opened()
    void ask(1)
    await settled()
    void ask(2)
    await settled()
    const next = [3, 4, 5, 6].map((id) => ask(id))
    await settled()
    expect(groups).toHaveLength(2)
    groups[1]?.end([2])
    await settled()
    expect(groups.map(({ ids }) => ids)).toEqual([[1], [2], [3, 4, 5]])
    groups[2]?.end([3, 4, 5])
    await settled()
    groups[3]?.end([6])
    expect(await Promise.all(next)).toEqual([3, 4, 5, 6])
  })

  test('of those who need the same one runs at a time, and holds none of the others up', async () => {
    const { groups, ask, settled } = opened()
    void ask(1, 'laser')
    void ask(2, 'laser')
    void ask(3, 'saw')
    await settled()
    expect(groups.map(({ ids }) => ids)).toEqual([[1, 3]])
    groups[0]?.end([1, 3])
    await settled()
    expect(groups[1]?.ids).toEqual([2])
  })

  test('an error belongs to whom it came from; a group that fails fails for all, and the next runs', async () => {
    const { groups, ask, settled } = opened()
    const [one, other] = [ask(1), ask(2)]
    await settled()
    groups[0]?.end([new Error('not this one'), 2])
    await expect(one).rejects.toThrow('not this one')
    expect(await other).toBe(2)

    const both = [ask(1), ask(2)]
    await settled()
    groups[1]?.end(new Error('all'))
    for (const each of both) await expect(each).rejects.toThrow('all')

    const after = ask(1)
    await settled()
    groups[2]?.end([1])
    expect(await after).toBe(1)
  })

  test('what throws before it begins fails for all, too', async () => {
    const ask = inGroups<number, number>({
      most: 3,
      lanes: 1,
      keysOf: () => [],
      run() {
        throw new Error('at once')
      },
    })
    await expect(ask(1)).rejects.toThrow('at once')
    await expect(ask(2)).rejects.toThrow('at once')
  })
})
