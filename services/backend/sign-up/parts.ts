import { createHash } from 'node:crypto'
import type { Offer } from '../../../contracts/order.ts'
import { isProblem, Problem } from '../../../contracts/problem.ts'
import { signUpDays } from '../../../contracts/sign-up.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { hitNetworks } from '../../../platform/network-limits.ts'
import type { Limit, RateLimit } from '../../../platform/rate-limit.ts'
import { dayOf, toLocal } from '../../../rules/time.ts'
import { read as readBilling } from '../invoices/settings.store.ts'
import { priceOf, type Sold, soldOf } from '../orders/offers.ts'
import type { Ordering } from '../orders/parts.ts'
import type { BackendConnector } from '../workshop.ts'
import type { Assertions } from './assertions.ts'
import * as store from './sign-ups.store.ts'

export interface SignUpOptions {
  db: Database
  connector: BackendConnector
  ordering: Ordering
  assertions: Assertions
  callers: Callers
  rateLimit: RateLimit
  clientAddress: (request: Request) => string
  /** Name of the space. */
  siteName: string
  /** Public address of the site, without a slash at its end. */
  siteUrl: string
  clock: Clock
}

/** A request of the site's server: the token of the visitor's sign-up is in a header. */
interface Asked {
  req: { header(name: string): string | undefined }
}

/** What a sign-up is for: now, at once, and after the time for a withdrawal. */
interface Offers {
  sold: Sold
  offer: Offer
  atEnd: Offer
}

const lifetimeMs = signUpDays * 24 * 60 * 60_000

export type SignUpParts = ReturnType<typeof createSignUpParts>

/** What the handlers of sign-ups share. */
export function createSignUpParts(options: SignUpOptions) {
  const { db, connector, clock } = options
  return { ...options, find, required, lasting, countNetworks, spaceToday, offer, offers }

  /** The sign-up behind a request; null when its token is unknown or over. */
  function find(c: Asked): Promise<store.StoredSignUp | null> {
    return store.find(db, hashOf(c.req.header('signup-token') ?? ''), clock())
  }

  /** The same. @throws Problem `notFound` */
  async function required(c: Asked): Promise<store.StoredSignUp> {
    const found = await find(c)
    if (!found) throw new Problem('notFound')
    return found
  }

  function lasting(): store.Times {
    const now = clock()
    return { now, expiresAt: new Date(now.getTime() + lifetimeMs) }
  }

  /** Counts an attempt of the visitor's networks. @param purpose of the limit @throws Problem `tooManyRequests` */
  async function countNetworks(purpose: string, limit: Limit, request: Request): Promise<void> {
    const { rateLimit, clientAddress } = options
    await hitNetworks(rateLimit, { purpose, address: clientAddress(request), limit })
  }

  /** What the order of a sign-up costs at once; null = what it is for is not sold, or its day is over. */
  async function offer(signUp: store.StoredSignUp): Promise<Offer | null> {
    return (await offers(signUp))?.offer ?? null
  }

  /** The same with the offer for later, of one look. On invoice the rights come first: for an account that is proved. */
  async function offers({ steps, subject }: store.StoredSignUp): Promise<Offers | null> {
    const { item, contact } = steps
    if (!item) return null
    const isCompany = contact?.buysFor === 'company' || item.kind === 'team'
    try {
      const sold = await soldOf(options.ordering, item)
      const priced = (startsEarly: boolean) => {
        const found = priceOf(options.ordering, sold, item, { member: null, isCompany, startsEarly }).offer
        if (subject !== null) return found
        return { ...found, paysBy: found.paysBy.filter((way) => way !== 'invoice') }
      }
      return { sold, offer: priced(true), atEnd: priced(false) }
    } catch (error) {
      if (isProblem(error) && ['notFound', 'invalidInput'].includes(error.code)) return null
      throw error
    }
  }

  /** Today in the space, and the country where it sells. */
  async function spaceToday(): Promise<{ today: string; country: string }> {
    const [space] = await connector.spaces()
    if (!space) throw new Problem('upstreamUnavailable')
    const billing = await readBilling(db, space.id)
    return { today: dayOf(toLocal(clock(), space.timezone)), country: billing?.seller.country ?? 'DE' }
  }
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
