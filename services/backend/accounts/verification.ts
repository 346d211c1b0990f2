import { type Locale, Problem } from '../../../contracts/problem.ts'
import { localeOf, readBody } from '../../../platform/http/service.ts'
import type { Log } from '../../../platform/log.ts'
import type { RateLimit } from '../../../platform/rate-limit.ts'
import { EmailBody, type Handler } from '../routes.ts'

/** What the backend asks of the identity provider's management. */
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
const perClient = { max: 20, windowSeconds: hourSeconds }
const perAddress = { max: 5, windowSeconds: hourSeconds }

/** Neither answer, limit nor time tells whether an address has an account. */
export function verificationHandlers(options: Options): { resendVerification: Handler } {
  const { identity, rateLimit, clientAddress, log } = options
  return {
    async resendVerification(c) {
      if (!identity) throw new Problem('notFound')
      const { email } = await readBody(c, EmailBody)
      await rateLimit.hit(`resend:client:${clientAddress(c.req.raw)}`, perClient)
      await rateLimit.hit(`resend:address:${email.toLowerCase()}`, perAddress)

      // In the background, because a mail takes time only where there is an account.
      identity
        .resendVerification(email, localeOf(c.req.raw))
        .catch((error: unknown) => log.error({ err: error }, 'resending a verification mail failed'))
      return c.json({}, 202)
    },
  }
}
