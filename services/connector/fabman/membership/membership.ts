import type { FabmanReader } from '../../../../clients/fabman/fabman.ts'
import type { Credit, CreditUse } from '../../../../contracts/credit.ts'
import type { Equipment } from '../../../../contracts/equipment.ts'
import {
  FabmanBalance,
  FabmanCredit,
  FabmanCreditUse,
  FabmanMember,
  FabmanMemberPackage,
  type FabmanPermission,
  FabmanTraining,
} from '../../../../contracts/fabman.ts'
import {
  type Member,
  type MemberPackage,
  type MemberTraining,
  TrainedResources,
} from '../../../../contracts/member.ts'
import { toDecimal } from '../../../../rules/money.ts'
import type { Account } from '../../../../rules/booking/booking.ts'
import type { CoveringPackage } from '../../../../rules/booking/price.ts'
import type { Cache } from '../../cache/cache.ts'
import { bestDiscount, type Catalogue, toMember } from '../directory/directory.ts'
import { asUnavailable } from '../failures.ts'

/** Members and what is theirs, asked for each time; see also `keptMembership`. `null` = there is no such member. */
export function createMembership({ client, catalogue }: { client: FabmanReader; catalogue: Catalogue }) {
  async function uses(member: number, credit: number): Promise<CreditUse[] | null> {
    const found = await client.list(`/members/${member}/credits/${credit}/uses`, FabmanCreditUse)
    return found && newestFirst(found.map((use) => ({ ...use, credit, description: use.description ?? '' })))
  }

  return {
    /** Fabman searches names and addresses alike; only exactly this address counts, and only if it is one member's. */
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
      const trainings = found?.map(({ id, date, fromDate, untilDate, _embedded }) => ({
        id,
        title: _embedded?.trainingCourse?.title ?? '',
        // Older entries carry only the day of the course.
        fromDate: fromDate ?? date ?? '1970-01-01',
        untilDate,
        resources: _embedded?.trainingCourse?.resources ?? [],
      }))
      return trainings?.toSorted(byFirstDay) ?? null
    },
    async packages(id: number): Promise<MemberPackage[] | null> {
      const found = await client.list(`/members/${id}/packages`, FabmanMemberPackage, { embed: ['package'] })
      if (!found) return null
      const packages = await Promise.all(
        found.map(async ({ _embedded, customFees, ...own }) => {
          const { name, allowsBooking, ...common } = _embedded?.package ?? {}
          const fees = customFees ? own : { ...own, ...common }
          return {
            id: own.id,
            name: name ?? '',
            fromDate: own.fromDate,
            untilDate: own.untilDate,
            allowsBooking: allowsBooking ?? false,
            recurringFee: fees.recurringFee,
            recurringFeePeriod: fees.recurringFeePeriod ?? 'month',
            bookingFeeDiscountPercent: bestDiscount(await catalogue.permissions(own.package)),
          }
        }),
      )
      return packages.toSorted(byFirstDay)
    },
    /** A member's packages with what they let their owner use. */
    async owned(id: number): Promise<OwnedPackage[] | null> {
      const found = await client.list(`/members/${id}/packages`, FabmanMemberPackage, { embed: ['package'] })
      if (!found) return null
      return Promise.all(
        found.map(async ({ package: own, fromDate, untilDate, _embedded }) => ({
          fromDate,
          untilDate,
          allowsBooking: _embedded?.package?.allowsBooking ?? false,
          permissions: await catalogue.permissions(own),
        })),
      )
    },
    async credits(id: number): Promise<Credit[] | null> {
      const found = await client.list(`/members/${id}/credits`, FabmanCredit)
      if (!found) return null
      const credits = await Promise.all(
        found.map(async ({ createdAt, ...credit }) => {
          const used = ((await uses(id, credit.id)) ?? []).reduce((sum, { amount }) => sum + cents(amount), 0)
          return {
            ...credit,
            member: id,
            remaining: toDecimal(cents(credit.amount) - used),
            createdAt: createdAt ?? `${credit.fromDate ?? '1970-01-01'}T00:00:00.000Z`,
          }
        }),
      )
      return newestFirst(credits)
    },
    creditUses: uses,
    /** How a member pays who pays in advance, null for all others; credits do not count for that (help.fabman.io, 73). */
    async account(id: number): Promise<Account | null> {
      const upfrontMinimumBalanceCents = await catalogue.leastBalance(id)
      if (upfrontMinimumBalanceCents === null) return null
      const found = await client.get(`/members/${id}/balance-items`, FabmanBalance)
      const { sumPayments, sumInvoices, sumCharges, sumUnpaidBookings } = found ?? FabmanBalance.parse({})
      const goneCents = [sumInvoices, sumCharges, sumUnpaidBookings].reduce(
        (sum, each) => sum + cents(each),
        0,
      )
      const balanceCents = cents(sumPayments) - goneCents
      return { credits: [], requireUpfrontPayment: true, balanceCents, upfrontMinimumBalanceCents }
    },
  }
}

export type Membership = ReturnType<typeof createMembership>

interface OwnedPackage extends Pick<CoveringPackage, 'allowsBooking' | 'fromDate' | 'untilDate'> {
  permissions: FabmanPermission[]
}

/** Packages as the booking rules ask for them: which let their owner book this machine. */
export function covering(
  packages: OwnedPackage[],
  { id: resource, type }: Pick<Equipment, 'id' | 'type'>,
): CoveringPackage[] {
  return packages.map(({ permissions, ...owned }) => {
    const given = permissions.filter(
      (one) =>
        one.type === 'everything' ||
        (one.type === 'resource' && one.resource === resource) ||
        (one.type === 'resourceType' && one.resourceType !== null && one.resourceType === type),
    )
    return { ...owned, coversEquipment: given.length > 0, bookingFeeDiscountPercent: bestDiscount(given) }
  })
}

/** So long, in seconds, what a member owns stands for a look. */
const lookLifetime = 60

/** Where a member's things are kept for a look. */
export const looks = 'fabman:look:'
export const looksOf = (member: number) => `${looks}${member}:`

/**
 * The same for those who only look: price and reasons before a booking. A look at credits alone takes a dozen calls, and
 * somebody who tries three times looks three times. Nothing is decided by it.
 */
export function keptMembership(
  membership: Membership,
  cache: Cache,
): Pick<Membership, 'trainings' | 'owned' | 'credits' | 'account'> {
  const kept =
    <T>(name: string, read: (id: number) => Promise<T>) =>
    (id: number) =>
      cache.get(looksOf(id) + name, lookLifetime, () => asUnavailable(() => read(id)))
  return {
    trainings: kept('trainings', membership.trainings),
    owned: kept('packages', membership.owned),
    credits: kept('credits', membership.credits),
    account: kept('account', membership.account),
  }
}

function cents(decimal: string): number {
  return Math.round(Number(decimal) * 100)
}

function byFirstDay(one: { fromDate: string; id: number }, other: { fromDate: string; id: number }): number {
  if (one.fromDate === other.fromDate) return one.id - other.id
  return one.fromDate < other.fromDate ? -1 : 1
}

function newestFirst<T extends { createdAt: string; id: number }>(rows: T[]): T[] {
  return rows.toSorted((one, other) => {
    if (one.createdAt === other.createdAt) return other.id - one.id
    return one.createdAt < other.createdAt ? 1 : -1
  })
}
