import { networksOf } from './http/network.ts'
import type { Limit, RateLimit } from './rate-limit.ts'

/** A limit, and the key under which it counts. */
export interface Counted {
  key: string
  limit: Limit
}

/** Returns one limit per network around an address; wider networks may hold several customers and get 2 and 4 times as much. */
export function limitsOfNetworks(purpose: string, address: string, limit: Limit): Counted[] {
  return networksOf(address).map((network, index) => {
    const times = 2 ** index
    const max = limit.max * times
    return {
      key: `${purpose}:${network}`,
      limit:
        'windowSeconds' in limit
          ? { max, windowSeconds: limit.windowSeconds }
          : { max, refillSeconds: limit.refillSeconds / times },
    }
  })
}

/**
 * Counts one attempt of each network around an address, the smallest first.
 * @param limit of the smallest one
 * @throws Problem `tooManyRequests`
 */
export async function hitNetworks(
  rateLimit: RateLimit,
  { purpose, address, limit }: { purpose: string; address: string; limit: Limit },
): Promise<void> {
  for (const each of limitsOfNetworks(purpose, address, limit)) await rateLimit.hit(each.key, each.limit)
}
