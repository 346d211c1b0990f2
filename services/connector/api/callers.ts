import { Problem } from '../../../contracts/problem.ts'
import type { VerifyAccessToken } from '../../../platform/auth/access-token.ts'
import type { FindMember } from '../../../platform/auth/account-link.ts'
import type { Caller } from '../../../platform/http/openapi.ts'
import type { ServiceTokens } from '../../../platform/auth/service-token.ts'

/** Who may call what (`decisions.md` 3). Both throw Problem `unauthorized` or `forbidden`. */
export interface Authorization {
  /** Asks for a connector token with one of these abilities. */
  connectorToken(request: Request, abilities: Caller[]): Promise<void>
  /** The member id behind an access token. @throws Problem `noMember` when workshop management knows nobody by it */
  member(request: Request): Promise<number>
}

export function createAuthorization(options: {
  serviceTokens: ServiceTokens
  verifyAccessToken: VerifyAccessToken
  findMember: FindMember
}): Authorization {
  const { serviceTokens, verifyAccessToken, findMember } = options
  return {
    async connectorToken(request, abilities) {
      const token = await serviceTokens.find(request)
      if (!token) throw new Problem('unauthorized', { headers: { 'www-authenticate': 'Bearer' } })
      if (!token.abilities.some((ability) => abilities.includes(ability as Caller)))
        throw new Problem('forbidden')
    },
    async member(request) {
      if (await serviceTokens.find(request)) throw new Problem('forbidden')
      const member = await findMember(await verifyAccessToken(request))
      if (member === null) throw new Problem('noMember')
      return member
    },
  }
}
