import { networksOf } from '../../platform/http/network.ts'
import { type Counted, limitsOfNetworks } from '../../platform/network-limits.ts'
import type { RateLimit } from '../../platform/rate-limit.ts'

/** Failed sign-ins to one account from one network (Auth0's brute-force protection counts 10). */
const perAccountAndNetwork = { max: 10, windowSeconds: 900 }
/** Failed sign-ins from one network to any account: 100 a day (Auth0's suspicious IP throttling). */
const perNetwork = { max: 100, refillSeconds: 864 }
/** Failed sign-ins to one account from all networks together: 100 an hour. */
const perAccount = { max: 100, refillSeconds: 36 }
/** A network from which an account signed in stays known to that account for this long. */
const knownSeconds = 30 * 24 * 60 * 60

/**
 * Counts one attempt against every limit, or against none when one of them is reached.
 * @returns takes the counts back
 * @throws Problem `tooManyRequests`
 */
export async function countAll(rateLimit: RateLimit, limits: Counted[]): Promise<() => Promise<void>> {
  const counted: Counted[] = []
  const takeBack = async () => {
    await Promise.all(counted.map(({ key, limit }) => rateLimit.forgive(key, limit)))
  }
  try {
    for (const each of limits) {
      await rateLimit.hit(each.key, each.limit)
      counted.push(each)
    }
  } catch (error) {
    await takeBack()
    throw error
  }
  return takeBack
}

/**
 * Counts an attempt to sign in, before the password is compared, so that parallel attempts cannot pass together.
 * A network from which the account signed in before is spared the limit over all networks: guesses from elsewhere must
 * not lock out the account's owner.
 * @returns what to call when the password is right
 * @throws Problem `tooManyRequests`
 */
export async function countSignIn(
  rateLimit: RateLimit,
  email: string,
  address: string,
): Promise<() => Promise<void>> {
  const account = email.trim().toLowerCase()
  const [smallest, customer = smallest] = networksOf(address)
  const known = `login:known:${account}:${customer}`
  const takeBack = await countAll(rateLimit, [
    ...limitsOfNetworks(`login:account:${account}`, address, perAccountAndNetwork),
    ...limitsOfNetworks('login:network', address, perNetwork),
    ...((await rateLimit.isRemembered(known))
      ? []
      : [{ key: `login:account:${account}`, limit: perAccount }]),
  ])
  return async () => {
    await Promise.all([takeBack(), rateLimit.remember(known, knownSeconds)])
  }
}
