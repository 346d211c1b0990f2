import { Problem } from '../../contracts/problem.ts'
import type { Caller, VerifyAccessToken } from '../../platform/auth/access-token.ts'
import type { FindMember } from '../../platform/auth/account-link.ts'
import type { ServiceTokens } from '../../platform/auth/service-token.ts'

/** Who calls. Every method throws Problem `unauthorized` without a valid token, `forbidden` with the wrong kind of one. */
export interface Authentication {
  /** The person behind an access token. */
  caller(request: Request): Promise<Caller>
  /** The member id of a caller; null when workshop management knows no such member. */
  memberOf(caller: Caller): Promise<number | null>
  /** A foreign member and one that does not exist get the same answer. @throws Problem `notFound` */
  requireOwn(caller: Caller, memberId: number): Promise<void>
  /** Any signed-in person, or the site server with its backend token. */
  siteOrCaller(request: Request): Promise<void>
  /** The site server alone. */
  site(request: Request): Promise<void>
}

export function createAuthentication(options: {
  verifyAccessToken: VerifyAccessToken
  serviceTokens: ServiceTokens
  findMember: FindMember
}): Authentication {
  const { verifyAccessToken, serviceTokens, findMember } = options
  return {
    async caller(request) {
      if (await serviceTokens.find(request)) throw new Problem('forbidden')
      return verifyAccessToken(request)
    },
    memberOf: findMember,
    async requireOwn(caller, memberId) {
      if ((await findMember(caller)) !== memberId) throw new Problem('notFound')
    },
    async siteOrCaller(request) {
      const token = await serviceTokens.find(request)
      if (!token) await verifyAccessToken(request)
      else if (!token.abilities.includes('backend')) throw new Problem('forbidden')
    },
    async site(request) {
      const token = await serviceTokens.find(request)
      if (!token) throw new Problem('unauthorized', { headers: { 'www-authenticate': 'Bearer' } })
      if (!token.abilities.includes('backend')) throw new Problem('forbidden')
    },
  }
}
