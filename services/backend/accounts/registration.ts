import type { BackendApi } from '../../../contracts/http/backend.ts'
import type { UserMetadata } from '../../../contracts/identity.ts'
import { Problem } from '../../../contracts/problem.ts'
import { faultOf } from '../../../platform/auth/password-rules.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { hitNetworks } from '../../../platform/network-limits.ts'
import type { RateLimit } from '../../../platform/rate-limit.ts'
import type { Challenges } from './challenge.ts'

/** A person who asks for an account. */
export interface NewPerson {
  email: string
  password: string
  userMetadata: UserMetadata
}

interface Options {
  /** Creates the account at the identity provider, and does the same work for an address that has one. */
  signUp: (person: NewPerson) => Promise<void>
  challenges: Challenges
  rateLimit: RateLimit
  clientAddress: (request: Request) => string
  /** Name of the space: no part of a password. */
  siteName: string
}

/** Of one network; wider networks may hold several customers and get 2 and 4 times as much. */
const perNetwork = { max: 50, refillSeconds: 1728 }
const challengesPerNetwork = { max: 300, refillSeconds: 12 }
const perAddress = { max: 5, windowSeconds: 3600 }

/** Neither the answer nor the limits nor the time tell whether an address has an account. */
export function registrationHandlers({ signUp, challenges, rateLimit, clientAddress, siteName }: Options) {
  return {
    challenge: async ({ c }) => {
      const address = clientAddress(c.req.raw)
      await hitNetworks(rateLimit, { purpose: 'altcha', address, limit: challengesPerNetwork })
      return challenges.issue()
    },

    register: async ({ body: { altcha, email, password, user_metadata }, locale, c }) => {
      const address = clientAddress(c.req.raw)
      await hitNetworks(rateLimit, { purpose: 'register', address, limit: perNetwork })
      await challenges.redeem(altcha)
      const fault = faultOf(password, { siteName, email, name: '' })
      if (fault) {
        const errors = [{ field: 'password', message: fault }]
        throw new Problem('invalidInput', { errors, params: { field: 'password' } })
      }
      await rateLimit.hit(`register:address:${email.toLowerCase()}`, perAddress)
      await signUp({ email, password, userMetadata: { locale, ...user_metadata } })
      return {}
    },
  } satisfies Partial<Handlers<BackendApi>>
}
