import type { BackendApi } from '../../../contracts/http/backend.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import type { RateLimit } from '../../../platform/rate-limit.ts'
import type { Ordering } from '../orders/parts.ts'
import { changeTeam } from './changing.ts'
import { accept, invitationOf } from './inviting.ts'
import { teamView } from './view.ts'

interface Options {
  callers: Callers
  ordering: Ordering
  rateLimit: RateLimit
}

/** Mails that one member causes, and that one address gets, whoever invites it. */
const perMember = { max: 100, windowSeconds: 24 * 3600 }
const perAddress = { max: 5, windowSeconds: 24 * 3600 }

/** Teams: each call asks for the role of the caller in their own team. */
export function teamHandlers({ callers, ordering, rateLimit }: Options) {
  return {
    async team({ person, query: { memberId } }) {
      await callers.requireOwn(person, memberId)
      return { team: await teamView(ordering, memberId) }
    },
    async changeTeam({ person, body: { memberId, change }, locale }) {
      await callers.requireOwn(person, memberId)
      if (change.kind === 'invite' || change.kind === 'resend')
        await rateLimit.hit(`invite:${memberId}`, perMember)
      if (change.kind === 'invite')
        await rateLimit.hit(`invite:address:${change.email.toLowerCase()}`, perAddress)
      await changeTeam(ordering, { member: memberId, change, locale })
      return { team: await teamView(ordering, memberId) }
    },
    async invitation({ query: { token } }) {
      return invitationOf(ordering, token)
    },
    async acceptInvitation({ person, body, locale }) {
      await accept(ordering, callers, body, { person, locale })
      return {}
    },
  } satisfies Partial<Handlers<BackendApi>>
}
