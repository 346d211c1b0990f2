interface Groups<Item, Result> {
  /** Largest group. */
  most: number
  /** What an item needs for itself: of all that run at a time one at most has each key. */
  keysOf?: (item: Item) => string[]
  /** Gives for each item, in their order, its result or its error. When it throws, all fail by that. */
  run: (items: Item[]) => Promise<(Result | Error)[]>
}

/** So many groups run at once at most, and a further one is begun only for those who have waited so long. */
const [lanes, patienceMs] = [4, 50]

/**
 * Work that costs little more for several than for one: what is asked for while a group runs waits and makes the next
 * one. What comes alone runs at once; a group that hangs holds others up for a moment only.
 */
export function inGroups<Item, Result>(groups: Groups<Item, Result>): (item: Item) => Promise<Result> {
  const { most, keysOf = () => [], run } = groups
  const waiting: (PromiseWithResolvers<Result> & { item: Item; keys: string[] })[] = []
  const taken = new Set<string>()
  let running = 0
  let isSoon = false
  let patience: NodeJS.Timeout | undefined

  function plan(): void {
    if (waiting.length === 0 || running >= lanes) return
    if (running > 0) patience ??= setTimeout(begin, patienceMs)
    else if (!isSoon) {
      // What came with the same turn of the event loop belongs together.
      setImmediate(begin)
      isSoon = true
    }
  }

  function begin(): void {
    isSoon = false
    clearTimeout(patience)
    patience = undefined
    const group = nextGroup()
    if (group.length > 0) {
      running += 1
      void finish(group)
    }
    plan()
  }

  function nextGroup(): typeof waiting {
    const group = []
    for (let index = 0; index < waiting.length && group.length < most;) {
      const next = waiting[index] as (typeof waiting)[number]
      if (next.keys.some((key) => taken.has(key))) index += 1
      else {
        for (const key of next.keys) taken.add(key)
        group.push(...waiting.splice(index, 1))
      }
    }
    return group
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
