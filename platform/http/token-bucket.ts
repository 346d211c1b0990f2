import { LRUCache } from 'lru-cache'

interface Rate {
  /** Tokens of a bucket that was not used for long. */
  burst: number
  /** Tokens that a bucket gets back per second. */
  perSecond: number
  /** Milliseconds of a clock that is never set back. */
  now?: () => number
}

/** One bucket that a request takes from; `times` is its size as a multiple of the rate. */
export interface Bucket {
  key: string
  times: number
}

const mostBuckets = 10_000

/** Creates token buckets in memory; the least recently used one is forgotten, and so is full again. */
export function createTokenBuckets({ burst, perSecond, now = () => performance.now() }: Rate) {
  const known = new LRUCache<string, { tokens: number; at: number }>({ max: mostBuckets })

  function refilled({ key, times }: Bucket) {
    const at = now()
    const before = known.get(key) ?? { tokens: burst * times, at }
    const tokens = Math.min(burst * times, before.tokens + ((at - before.at) / 1000) * perSecond * times)
    const bucket = { tokens, at }
    known.set(key, bucket)
    return bucket
  }

  /**
   * Takes tokens from every bucket, or from none when one of them has too few.
   * @returns 0, or the whole seconds after which there are enough
   */
  return function take(buckets: Bucket[], tokens: number): number {
    const full = buckets.map((bucket) => ({ bucket: refilled(bucket), times: bucket.times }))
    const wait = Math.max(
      0,
      ...full.map(({ bucket, times }) => (tokens - bucket.tokens) / (perSecond * times)),
    )
    if (wait > 0) return Math.ceil(wait)
    for (const { bucket } of full) bucket.tokens -= tokens
    return 0
  }
}
