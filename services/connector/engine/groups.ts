export interface Groups<Item, Result> {
  /** Largest group. */
  most: number
  /** So many groups run at once. */
  lanes: number
  /** What an item needs for itself: of all that run at a time one at most has each key. */
  keysOf: (item: Item) => string[]
  /** Gives for each item, in their order, its result or its error. When it throws, all fail by that. */
  run: (items: Item[]) => Promise<(Result | Error)[]>
}

/**
 * Work that costs little more for several than for one: what is asked for while groups run waits and makes the next
 * one. What comes alone runs at once.
 */
export function inGroups<Item, Result>(groups: Groups<Item, Result>): (item: Item) => Promise<Result> {
  const { most, lanes, keysOf, run } = groups
  const waiting: (PromiseWithResolvers<Result> & { item: Item; keys: string[] })[] = []
  const taken = new Set<string>()
  let running = 0
  let isPlanned = false

  /** What came with the same turn of the event loop belongs together. */
  function plan(): void {
    if (isPlanned || running >= lanes) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      while (running < lanes && start()) running += 1
    })
  }

  function start(): boolean {
    const group = []
    for (let index = 0; index < waiting.length && group.length < most;) {
      const next = waiting[index] as (typeof waiting)[number]
      if (next.keys.some((key) => taken.has(key))) index += 1
      else {
        for (const key of next.keys) taken.add(key)
        group.push(...waiting.splice(index, 1))
      }
    }
    if (group.length > 0) void finish(group)
    return group.length > 0
  }

  async function finish(group: typeof waiting): Promise<void> {
    try {
      const results = await run(group.map(({ item }) => item))
      group.forEach(({ resolve, reject }, index) => {
        const result = results[index]
        if (result instanceof Error) reject(result)
        else resolve(result as Result)
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
    running -= 1
    for (const { keys } of group) for (const key of keys) taken.delete(key)
    plan()
  }

  return (item) => {
    const asked = { ...Promise.withResolvers<Result>(), item, keys: keysOf(item) }
    waiting.push(asked)
    plan()
    return asked.promise
  }
}
