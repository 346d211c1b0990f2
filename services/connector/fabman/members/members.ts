import type { Credit } from '../../../../contracts/credit.ts'
import { FabmanMember, FabmanTraining } from '../../../../contracts/fabman.ts'
import { type Member, type MemberTraining, TrainedResources } from '../../../../contracts/member.ts'
import type { Cache } from '../../cache/cache.ts'
import { toMember } from '../directory/directory.ts'
import { asUnavailable } from '../failures.ts'
import { accessOn, trainedOn } from '../../../../rules/booking/access.ts'
import type { WorkshopSystem } from '../../workshop-system.ts'
import type { Parts } from '../parts.ts'
import { createMoney, type OwnedCredit } from './money.ts'
import { createChangeMember } from './contact.ts'
import { displayKeysOf } from './keys.ts'
import { type CancelUncovered, createEndPackage } from './package-end.ts'
import { givenTrainings } from './given-trainings.ts'
import { trainingWrites } from './training-writes.ts'
import { byFirstDay, covering, createMemberPackages, type MemberOptions } from './packages.ts'

/** Members and what belongs to them, read at each call; see also `cachedMembers`. `null` = there is no such member. */
export function createMembers(options: MemberOptions) {
  const { client, directory } = options
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
    trainedEquipment: (id: number) => client.get(`/members/${id}/trained-resources`, TrainedResources),

    async trainings(id: number): Promise<MemberTraining[] | null> {
      const found = await client.list(`/members/${id}/trainings`, FabmanTraining)
      if (!found) return null
      const trainings = await Promise.all(
        found.map(async ({ id: owned, trainingCourse, date, fromDate, untilDate, _embedded }) => ({
          id: owned,
          training: trainingCourse,
          title: _embedded?.trainingCourse?.title ?? '',
          // Older entries carry only the day of the course.
          fromDate: fromDate ?? date ?? '1970-01-01',
          untilDate,
          resources: await directory.courseEquipment(trainingCourse),
        })),
      )
      return trainings.toSorted(byFirstDay)
    },
    ...createMemberPackages(options),
    ...createMoney(options),
  }
}
export type Members = ReturnType<typeof createMembers>

/** Seconds that a read for display is cached. */
const displaySeconds = 60

/**
 * The same for reads that decide nothing: price and reasons before a booking. The credits of one member take a dozen
 * calls, and a member who tries three times reads them three times.
 */
export function cachedMembers(
  members: Members,
  cache: Cache,
): Pick<Members, 'trainings' | 'owned' | 'credits' | 'account'> {
  const cached =
    <T>(name: string, read: (id: number) => Promise<T>) =>
    (id: number) =>
      cache.get(displayKeysOf(id) + name, displaySeconds, () => asUnavailable(() => read(id)))
  return {
    trainings: cached('trainings', members.trainings),
    owned: cached('packages', members.owned),
    credits: cached('credits', members.credits),
    account: cached('account', members.account),
  }
}

function withoutLimits(owned: OwnedCredit): Credit {
  const { resources: _, ...credit } = owned
  return credit
}

export function memberCalls(parts: Parts, cancelUncovered: CancelUncovered) {
  const { client, directory, cache } = parts
  const { members, member } = createMembers({ client, directory })
  const shown = createMembers({ client: client.forDisplay, directory })
  const { trainedEquipment, trainings, packages, creditUses } = shown
  const cached = cachedMembers(shown, cache)
  return {
    members: ({ email }) => members(email),
    member,
    changeMember: createChangeMember(parts),
    async trainedEquipment(id, { day }) {
      if (day === undefined) return trainedEquipment(id)
      // Fabman knows today only.
      const trained = await cached.trainings(id)
      return trained && trainedOn(day, trained)
    },
    trainings,
    givenTrainings: () => givenTrainings(parts),
    ...trainingWrites(parts, trainings),
    packages,
    endPackage: createEndPackage({ ...parts, packages, cancelUncovered }),
    async credits(id) {
      return (await shown.credits(id))?.map(withoutLimits) ?? null
    },
    creditUses,
    async equipmentAccess(id, { day }) {
      const [known, owned, equipment, spaces] = await Promise.all([
        directory.member(id),
        cached.owned(id),
        directory.equipment(),
        directory.spaces(),
      ])
      if (!known || !owned) return null
      return accessOn(day, {
        equipment,
        spaces,
        member: { id, state: known.state },
        packagesFor: (item) => covering(owned, item),
      })
    },
  } satisfies Partial<WorkshopSystem>
}
