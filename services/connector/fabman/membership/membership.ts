import { FabmanMember, FabmanTraining } from '../../../../contracts/fabman.ts'
import { type Member, type MemberTraining, TrainedResources } from '../../../../contracts/member.ts'
import type { Cache } from '../../cache/cache.ts'
import { toMember } from '../directory/directory.ts'
import { asUnavailable } from '../failures.ts'
import { createMoney } from './money.ts'
import { byFirstDay, createMemberPackages, type MembershipOptions } from './packages.ts'

/** Members and what belongs to them, read at each call; see also `cachedMembership`. `null` = there is no such member. */
export function createMembership(options: MembershipOptions) {
  const { client } = options
  return {
    /** Returns the one member with exactly this address. Fabman's search also matches names and parts. */
    async members(email: string): Promise<Member[]> {
      const found = (await client.list('/members', FabmanMember, { q: email })) ?? []
      const exact = found.filter(({ emailAddress }) => emailAddress?.toLowerCase() === email.toLowerCase())
      return exact.length === 1 ? exact.map(toMember) : []
    },
    async member(id: number): Promise<Member | null> {
      const member = await client.get(`/members/${id}`, FabmanMember)
      return member && toMember(member)
    },
    trainedResources: (id: number) => client.get(`/members/${id}/trained-resources`, TrainedResources),

    async trainings(id: number): Promise<MemberTraining[] | null> {
      const found = await client.list(`/members/${id}/trainings`, FabmanTraining)
      const trainings = found?.map(({ id: training, date, fromDate, untilDate, _embedded }) => ({
        id: training,
        title: _embedded?.trainingCourse?.title ?? '',
        // Older entries carry only the day of the course.
        fromDate: fromDate ?? date ?? '1970-01-01',
        untilDate,
        resources: _embedded?.trainingCourse?.resources ?? [],
      }))
      return trainings?.toSorted(byFirstDay) ?? null
    },
    ...createMemberPackages(options),
    ...createMoney(options),
  }
}
export type Membership = ReturnType<typeof createMembership>

/** Seconds that a read for display is cached. */
const displaySeconds = 60

/** Keys of the cached reads. */
export const displayKeys = 'fabman:display:'
export const displayKeysOf = (member: number) => `${displayKeys}${member}:`

/**
 * The same for reads that decide nothing: price and reasons before a booking. The credits of one member take a dozen
 * calls, and a member who tries three times reads them three times.
 */
export function cachedMembership(
  membership: Membership,
  cache: Cache,
): Pick<Membership, 'trainings' | 'owned' | 'credits' | 'account'> {
  const cached =
    <T>(name: string, read: (id: number) => Promise<T>) =>
    (id: number) =>
      cache.get(displayKeysOf(id) + name, displaySeconds, () => asUnavailable(() => read(id)))
  return {
    trainings: cached('trainings', membership.trainings),
    owned: cached('packages', membership.owned),
    credits: cached('credits', membership.credits),
    account: cached('account', membership.account),
  }
}
