interface Groups<Item, Result> {
  /** Largest group. */
  most: number
  /** What an item needs for itself: of all that run at a time one at most has each key. */
  keysOf?: (item: Item) => string[]
  /**
   * Gives for each item, in their order, its result or its error, or a promise for what goes on by itself and holds the
   * others up no longer. When it throws, all fail by that.
   */
  run: (items: Item[]) => Promise<(Result | Error | Promise<Result>)[]>
}

/** So many groups run at once at most, and a further one is begun only once the others have run so long. */
const [lanes, patienceMs] = [4, 50]
/** Who has waited so long for a group fails, as who waits for a connection of the database does. */
const longestMs = 30_000

interface Waiting<Item, Result> extends PromiseWithResolvers<Result> {
  item: Item
  keys: string[]
  since: number
}

/**
 * Work that costs little more for several than for one: what is asked for while a group runs waits and makes the next
 * one. What comes alone runs at once; a group that hangs holds up its own members and who needs their keys.
 */
export function inGroups<Item, Result>(groups: Groups<Item, Result>): (item: Item) => Promise<Result> {
  const { most, keysOf = () => [], run } = groups
  let waiting: Waiting<Item, Result>[] = []
  const taken = new Set<string>()
  /** When each began that runs. */
  const running = new Set<{ since: number }>()
  let isSoon = false
  let patience: NodeJS.Timeout | undefined
  let limit: NodeJS.Timeout | undefined

  function plan(): void {
    if (isSoon || waiting.length === 0 || running.size >= lanes) return
    const last = Math.max(...[...running].map(({ since }) => since))
    const pauseMs = running.size === 0 ? 0 : last + patienceMs - performance.now()
    if (pauseMs > 0) patience ??= setTimeout(begin, pauseMs)
    else {
      // What came with the same turn of the event loop belongs together.
      setImmediate(begin)
      isSoon = true
    }
  }

  function begin(): void {
    isSoon = false
    clearTimeout(patience)
    patience = undefined
    const group = running.size < lanes ? nextGroup() : []
    // Without one all keys are taken: who gives one back plans anew.
    if (group.length === 0) return
    void finish(group)
    plan()
  }

  function nextGroup(): typeof waiting {
    const group: typeof waiting = []
    const wanted = new Set(taken)
    waiting = waiting.filter((next) => {
      const isFree = group.length < most && next.keys.every((key) => !wanted.has(key))
      // Also of those that go on waiting: nobody overtakes them with what they need.
      for (const key of next.keys) wanted.add(key)
      if (isFree) group.push(next)
      return !isFree
    })
    for (const { keys } of group) for (const key of keys) taken.add(key)
    return group
  }

  async function finish(group: typeof waiting): Promise<void> {
    const own = { since: performance.now() }
    running.add(own)
    try {
      const results = await run(group.map(({ item }) => item))
      if (results.length !== group.length) throw new Error('not one result for each')
      group.forEach((each, index) => void settle(each, results[index] as Result | Error | Promise<Result>))
    } catch (error) {
      for (const each of group) void settle(each, Promise.reject(error))
    }
    running.delete(own)
    plan()
  }

  async function settle(
    { keys, resolve, reject }: Waiting<Item, Result>,
    given: Result | Error | Promise<Result>,
  ): Promise<void> {
    try {
      const result = await given
      if (result instanceof Error) reject(result)
      else resolve(result)
    } catch (error) {
      reject(error)
    }
    for (const key of keys) taken.delete(key)
    plan()
  }

  /** Tells who has waited too long, and looks again when the next one has. */
  function expire(): void {
    limit = undefined
    const earliest = performance.now() - longestMs
    while (waiting[0] && waiting[0].since <= earliest) {
      waiting.shift()?.reject(new Error('What it waits for does not come to an end'))
    }
    if (waiting[0]) limit = setTimeout(expire, waiting[0].since - earliest).unref()
  }

  return (item) => {
    const since = performance.now()
    const asked = { ...Promise.withResolvers<Result>(), item, keys: keysOf(item), since }
    waiting.push(asked)
    limit ??= setTimeout(expire, longestMs).unref()
    plan()
    return asked.promise
  }
}
