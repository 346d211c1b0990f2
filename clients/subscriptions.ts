import type { z } from 'zod'
import { subscriptionApi } from '../contracts/http/subscriptions.ts'
import type { PackageChange } from '../contracts/order.ts'
import { type BackendClientOptions, timeoutMs } from './backend.ts'
import { createCalls } from './calls.ts'
import { type MaybeId, required } from './member-id.ts'

/** The contracts of a person: one call per endpoint of `subscriptionApi`. Calls throw MissingMember without a member id. */
export function createSubscriptionClient(options: Omit<BackendClientOptions, 'pageReads'>) {
  const calls = createCalls(subscriptionApi, { ...options, timeoutMs })
  return {
    subscription: async (member: MaybeId) => calls.subscription({ memberId: required(member) }),
    cancelSubscription: async (member: MaybeId, isCancelled: boolean) =>
      calls.cancelSubscription({ memberId: required(member), isCancelled }),
    packageOffer: async (member: MaybeId, id: number) =>
      calls.packageOffer({ memberId: required(member), package: id }),
    changePackage: async (
      member: MaybeId,
      change: Omit<z.input<typeof PackageChange>, 'memberId'>,
      key: string,
    ) => calls.changePackage({ memberId: required(member), ...change }, key),
    keepPackage: async (member: MaybeId) => calls.keepPackage({ memberId: required(member) }),
    beginMethod: async (member: MaybeId, isTeam: boolean) =>
      calls.beginMethod({ memberId: required(member), isTeam }),
    method: async (member: MaybeId) => calls.method({ memberId: required(member) }),
  }
}
