import type { FabmanClient } from '../../../../clients/fabman/fabman.ts'
import {
  FabmanHoliday,
  FabmanMember,
  FabmanPackage,
  FabmanPackageCredit,
  FabmanPermission,
  FabmanResource,
  FabmanSpace,
} from '../../../../contracts/fabman.ts'
import type { Equipment } from '../../../../contracts/equipment.ts'
import type { Member } from '../../../../contracts/member.ts'
import type { Package } from '../../../../contracts/package.ts'
import type { Space } from '../../../../contracts/space.ts'
import type { Cache, OnKept } from '../../cache/cache.ts'
import { toCents } from '../../../../rules/money.ts'
import { asUnavailable } from '../failures.ts'

/** Seconds: what changes rarely and is asked often. Who shows it keeps it longer, under keys of their own. */
const lifetime = 60
/** The price list is not marked with its age. */
const anyAge: OnKept = () => {}

/**
 * What is there to book and to buy, kept for a minute under `fabman:…`. All throw Problem `upstreamUnavailable`: no
 * older answer stands in here, or those who keep the answer would take it for a new one.
 */
export function createCatalogue({ client, cache }: { client: FabmanClient; cache: Cache }) {
  const kept = <T>(key: string, load: () => Promise<T>, onKept?: OnKept) =>
    cache.get(`fabman:${key}`, lifetime, () => asUnavailable(load), onKept)
  const fabmanMember = (id: number) => kept(`member:${id}`, () => client.get(`/members/${id}`, FabmanMember))
  const catalogue = {
    spaces: (): Promise<Space[]> =>
      kept('spaces', async () => {
        const spaces = await client.list('/spaces', FabmanSpace, { embed: ['openingHours'] })
        return Promise.all(
          (spaces ?? []).map(async (each) => {
            const space = toSpace(each)
            const holidays = await catalogue.holidays(space.id)
            return { ...space, _embedded: { ...space._embedded, holidays } }
          }),
        )
      }),
    space: async (id: number): Promise<Space | null> =>
      (await catalogue.spaces()).find((space) => space.id === id) ?? null,

    equipment: (): Promise<Equipment[]> =>
      kept('equipment', async () => {
        const resources = await client.list('/resources', FabmanResource, { embed: ['bridge'] })
        return (resources ?? []).map(toEquipment).toSorted((one, other) => one.id - other.id)
      }),
    equipmentItem: async (id: number): Promise<Equipment | null> =>
      (await catalogue.equipment()).find((item) => item.id === id) ?? null,

    /** What a member is called hardly changes; what a member may do is asked for each time. */
    member: async (id: number): Promise<Member | null> => {
      const known = await fabmanMember(id)
      return known && toMember(known)
    },
    /** The least that must be left of what a member has paid in advance, in cents; null = the member pays later. */
    leastBalance: async (id: number): Promise<number | null> => {
      const known = await fabmanMember(id)
      return known?.requireUpfrontPayment ? toCents(known.upfrontMinimumBalance) : null
    },

    packages: (): Promise<Package[]> =>
      kept(
        'packages',
        async () => {
          const packages = (await client.list('/packages', FabmanPackage)) ?? []
          const shown = packages.filter(({ state, recurringFeePeriod }) => {
            return state === 'active' && periods.some((period) => period === recurringFeePeriod)
          })
          return Promise.all(
            shown.map(async (each) =>
              toPackage(each, await credit(each), bestDiscount(await catalogue.permissions(each.id))),
            ),
          )
        },
        anyAge,
      ),
    /** What a package lets its owner use. */
    permissions: (id: number): Promise<FabmanPermission[]> =>
      kept(
        `permissions:${id}`,
        async () => (await client.list(`/packages/${id}/permissions`, FabmanPermission)) ?? [],
      ),
    /** When a space is closed, from today on. */
    holidays: (space: number) =>
      kept(
        `holidays:${space}`,
        async () => (await client.list(`/spaces/${space}/holidays`, FabmanHoliday)) ?? [],
      ),
  }
  return catalogue

  /** What a package credits with in each of its periods. */
  async function credit({ id, recurringFeePeriod }: FabmanPackage): Promise<string> {
    const credits = (await client.list(`/packages/${id}/credits`, FabmanPackageCredit)) ?? []
    return credits
      .filter(({ period }) => period === recurringFeePeriod)
      .reduce((sum, { amount }) => sum + Number(amount), 0)
      .toFixed(2)
  }
}
export type Catalogue = ReturnType<typeof createCatalogue>

/** The best discount on bookings among permissions, in percent as decimal string. */
export function bestDiscount(permissions: FabmanPermission[]): string {
  return Math.max(0, ...permissions.map((one) => Number(one.bookingFeeDiscountPercent))).toFixed(2)
}

const periods = ['day', 'month', 'year'] as const

function toSpace({ locale, _embedded, ...space }: FabmanSpace): Space {
  return {
    ...space,
    locale: locale ?? 'de',
    _embedded: { openingHours: _embedded?.openingHours ?? [] },
  }
}

function toEquipment({ _embedded, controlType, value, ...resource }: FabmanResource): Equipment {
  const { inUse = false, offline = false } = _embedded?.bridge ?? {}
  return { ...resource, controlType: controlType ?? 'machine', value: value ?? null, inUse, offline }
}

export function toMember(found: FabmanMember): Member {
  const { firstName, lastName, emailAddress, space, ...others } = found
  const { requireUpfrontPayment: _, upfrontMinimumBalance: __, ...member } = others
  return {
    ...member,
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    emailAddress: emailAddress ?? '',
    // A member of all spaces belongs to none.
    space: space ?? 0,
  }
}

/** Fabman knows one language and no kinds: `metadata.werkbank` of a package may say more. */
function toPackage(one: FabmanPackage, credit: string, bookingDiscount: string): Package {
  const { id, name, allowsBooking, recurringFee, recurringFeePeriod, metadata } = one
  const extras = metadata?.werkbank ?? {}
  const description = plainText(one.description)
  const { requirementDe, givesDe = [] } = extras
  const period = periods.find((each) => each === recurringFeePeriod) ?? 'month'
  return {
    id,
    kind: extras.kind ?? (period === 'day' ? 'day' : 'member'),
    name: { de: name, en: extras.nameEn ?? name },
    description: { de: description, en: extras.descriptionEn ?? description },
    fee: recurringFee,
    period,
    allowsBooking,
    credit,
    bookingDiscount,
    seats: extras.seats ?? null,
    requirement: requirementDe ? { de: requirementDe, en: extras.requirementEn ?? requirementDe } : null,
    gives: { de: givesDe, en: extras.givesEn ?? givesDe },
  }
}

/** Fabman's descriptions are HTML with a few tags; the price list shows text. */
function plainText(html: string | null): string {
  return (html ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
