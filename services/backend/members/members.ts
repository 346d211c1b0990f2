import type { BackendApi } from '../../../contracts/http/backend.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import type { BackendConnector } from '../workshop.ts'

export function memberHandlers({ callers, connector }: { callers: Callers; connector: BackendConnector }) {
  return {
    async member({ person, body }) {
      if (!person.emailVerified || person.email?.toLowerCase() !== body.email.toLowerCase())
        throw new Problem('forbidden')
      const id = await callers.memberOf(person)
      const member = id === null ? null : await connector.member(id)
      if (!member) throw new Problem('noMember')
      return member
    },
    async changeContact({ person, body: { memberId, contact } }) {
      await callers.requireOwn(person, memberId)
      return connector.changeMember(memberId, contact)
    },
    async memberPackages({ person, query: { memberId } }) {
      await callers.requireOwn(person, memberId)
      return connector.packages(memberId)
    },
    async memberTrainings({ person, query: { memberId } }) {
      await callers.requireOwn(person, memberId)
      return connector.trainings(memberId)
    },
  } satisfies Partial<Handlers<BackendApi>>
}
