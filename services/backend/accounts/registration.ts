import type { BackendApi } from '../../../contracts/http/backend.ts'
import type { UserMetadata } from '../../../contracts/identity.ts'
import { Problem } from '../../../contracts/problem.ts'
import { faultOf } from '../../../platform/auth/password-rules.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { networksOf } from '../../../platform/http/network.ts'
import type { Limit, RateLimit } from '../../../platform/rate-limit.ts'
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
  async function countNetworks(
    purpose: string,
    request: Request,
    limit: { max: number; refillSeconds: number },
  ) {
    for (const [index, network] of networksOf(clientAddress(request)).entries()) {
      const times = 2 ** index
      const wider: Limit = { max: limit.max * times, refillSeconds: limit.refillSeconds / times }
      await rateLimit.hit(`${purpose}:${network}`, wider)
    }
  }

  return {
    challenge: async ({ c }) => {
      await countNetworks('altcha', c.req.raw, challengesPerNetwork)
      return challenges.issue()
    },

    register: async ({ body: { altcha, email, password, user_metadata }, locale, c }) => {
      await countNetworks('register', c.req.raw, perNetwork)
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
