import { LRUCache } from 'lru-cache'

type LookUp = (email: string) => Promise<number | null>

/** How long an address counts as one without a member, in ms: a page that is open asks every few seconds. */
const nobodyMs = 3000

/**
 * Wraps a look at workshop management, so that an account without a member costs one call in three seconds.
 * `membersChanged` lets every address be asked for at once.
 */
export function rememberNobody(lookUp: LookUp): { lookUp: LookUp; membersChanged: () => void } {
  /** Questions that nobody answers to, or that are not answered yet, by address. */
  const asked = new LRUCache<string, Promise<number | null>>({ max: 1000, ttl: nobodyMs })
  return {
    lookUp(email) {
      const earlier = asked.get(email)
      if (earlier) return earlier
      const asking = lookUp(email)
      asked.set(email, asking)
      const forget = () => asked.delete(email)
      asking.then((found) => found !== null && forget(), forget)
      return asking
    },
    membersChanged: () => asked.clear(),
  }
}
