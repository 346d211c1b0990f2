import type { BackendApi } from '../../../contracts/http/backend.ts'
import type { Locale } from '../../../contracts/problem.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { hitNetworks } from '../../../platform/network-limits.ts'
import type { Log } from '../../../platform/log.ts'
import type { RateLimit } from '../../../platform/rate-limit.ts'

/** The call of the identity provider's management that the backend uses. */
export interface IdentityManagement {
  resendVerification(email: string, locale: Locale): Promise<void>
}

interface Options {
  identity: IdentityManagement | null
  rateLimit: RateLimit
  clientAddress: (request: Request) => string
  log: Log
}

const hourSeconds = 3600
/** Of one network; wider networks may hold several customers and get 2 and 4 times as much. */
const perClient = { max: 20, windowSeconds: hourSeconds }
const perAddress = { max: 5, windowSeconds: hourSeconds }

/** Neither the answer nor the limit nor the time tells whether an address has an account. */
export function verificationHandlers({ identity, rateLimit, clientAddress, log }: Options) {
  return {
    resendVerification:
      identity &&
      (async ({ body: { email }, locale, c }) => {
        const address = clientAddress(c.req.raw)
        await hitNetworks(rateLimit, { purpose: 'resend:client', address, limit: perClient })
        await rateLimit.hit(`resend:address:${email.toLowerCase()}`, perAddress)

        // In the background, because a mail takes time only where there is an account.
        identity
          .resendVerification(email, locale)
          .catch((error: unknown) => log.error({ err: error }, 'resending a verification mail failed'))
        return {}
      }),
  } satisfies Partial<Handlers<BackendApi>>
}
