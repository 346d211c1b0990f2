import type { Caller } from '../../contracts/http/endpoint.ts'
import { Problem } from '../../contracts/problem.ts'
import type { Caller as Person, VerifyAccessToken } from './access-token.ts'
import type { FindMember } from './account-link.ts'
import { noteCaller } from '../request-context.ts'
import type { ServiceTokens } from './service-token.ts'

export interface CallersOptions {
  serviceTokens: ServiceTokens
  verifyAccessToken: VerifyAccessToken
  findMember: FindMember
}

/** The identity of a caller: none for a service, the account of a person, the member id of a member. */
export interface KnownCaller {
  person?: Person
  member?: number
}

export interface Callers {
  /**
   * Checks that the caller is one of the allowed (docs/decisions/003-tokens-and-callers.md).
   * @throws Problem `unauthorized` without a valid token, `forbidden` with a token of another kind, `noMember` when only
   *   members may call and the account belongs to none
   */
  check(request: Request, allowed: readonly Caller[]): Promise<KnownCaller>
  /** The member id of a person, null when the workshop system knows no such member. */
  memberOf: FindMember
  /** @throws Problem `notFound`: another member's id gets the same answer as an unknown one */
  requireOwn(person: Person, memberId: number): Promise<void>
}

export function createCallers({ serviceTokens, verifyAccessToken, findMember }: CallersOptions): Callers {
  return {
    async check(request, allowed) {
      if (allowed.includes('visitor')) {
        noteCaller(false)
        return {}
      }
      const token = await serviceTokens.find(request)
      if (token) {
        noteCaller(true)
        if (allowed.some((caller) => token.abilities.includes(caller))) return {}
        throw new Problem('forbidden')
      }
      if (!allowed.includes('person') && !allowed.includes('member'))
        throw new Problem('unauthorized', { headers: { 'www-authenticate': 'Bearer' } })
      const person = await verifyAccessToken(request)
      noteCaller(true)
      if (allowed.includes('person')) return { person }
      const member = await findMember(person)
      if (member === null) throw new Problem('noMember')
      return { person, member }
    },
    memberOf: findMember,
    async requireOwn(person, memberId) {
      if ((await findMember(person)) !== memberId) throw new Problem('notFound')
    },
  }
}
