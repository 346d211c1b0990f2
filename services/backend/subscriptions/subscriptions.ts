import type { BackendApi } from '../../../contracts/http/backend.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import type { Ordering } from '../orders/parts.ts'
import { cancelSubscription, subscriptionOf } from './cancelling.ts'

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
  } satisfies Partial<Handlers<BackendApi>>
}
