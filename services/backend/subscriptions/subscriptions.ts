import type { BackendApi } from '../../../contracts/http/backend.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import type { Ordering } from '../orders/parts.ts'
import { shownTo } from '../orders/shown-offer.ts'
import { keyOf } from '../orders/orders.ts'
import { teamOf } from '../teams/teams.store.ts'
import { cancelSubscription, subscriptionOf } from './cancelling.ts'
import { changeOffer, placeChange, takeBackChange } from './changing.ts'
import { beginMethod, methodState } from './methods.ts'
import { liveOf, liveOfTeam } from './subscriptions.store.ts'

export function subscriptionHandlers({ callers, ordering }: { callers: Callers; ordering: Ordering }) {
  return {
    async subscription({ person, query: { memberId } }) {
      await callers.requireOwn(person, memberId)
      return { subscription: await subscriptionOf(ordering, memberId) }
    },
    async cancelSubscription({ person, body: { memberId, isCancelled } }) {
      await callers.requireOwn(person, memberId)
      await cancelSubscription(ordering, { member: memberId, isCancelled })
      return { subscription: await subscriptionOf(ordering, memberId) }
    },
    async packageOffer({ person, query: { memberId, package: wanted }, locale }) {
      await callers.requireOwn(person, memberId)
      return shownTo(ordering, await changeOffer(ordering, { member: memberId, package: wanted }), locale)
    },
    async changePackage({ person, body: { memberId, ...asked }, locale, c }) {
      await callers.requireOwn(person, memberId)
      const requestKey = `member-${memberId}-${keyOf(c.req.header('idempotency-key'))}`
      await placeChange(ordering, { ...asked, member: memberId, locale, requestKey })
      return { subscription: await subscriptionOf(ordering, memberId) }
    },
    async keepPackage({ person, body: { memberId } }) {
      await callers.requireOwn(person, memberId)
      await takeBackChange(ordering, memberId)
      return { subscription: await subscriptionOf(ordering, memberId) }
    },
    async beginMethod({ person, body: { memberId, isTeam }, locale }) {
      await callers.requireOwn(person, memberId)
      const contract = isTeam ? await teamContract(memberId) : await liveOf(ordering.db, memberId)
      if (!contract) throw new Problem('notFound')
      return beginMethod(ordering, { member: memberId, contract, locale })
    },
    async method({ person, query: { memberId } }) {
      await callers.requireOwn(person, memberId)
      return methodState(ordering, memberId)
    },
  } satisfies Partial<Handlers<BackendApi>>

  async function teamContract(member: number) {
    const team = await teamOf(ordering.db, member)
    return team && liveOfTeam(ordering.db, team.id)
  }
}
