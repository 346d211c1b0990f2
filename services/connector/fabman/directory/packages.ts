import type { FabmanClient } from '../../../../clients/fabman/fabman.ts'
import { FabmanPackage, FabmanPackageCredit, FabmanPermission } from '../../../../contracts/fabman.ts'
import type { Package } from '../../../../contracts/package.ts'
import type { OnStale } from '../../cache/cache.ts'

/** Loads through the directory's cache. */
export type Cached = <T>(key: string, load: () => Promise<T>, onStale?: OnStale) => Promise<T>

/** The price list does not show its age. */
const anyAge: OnStale = () => {}

const periods = ['day', 'month', 'year'] as const

export function createPackages(client: FabmanClient, cached: Cached) {
  /** Returns the equipment that a package lets its owner use. */
  async function permissions(id: number): Promise<FabmanPermission[]> {
    const load = async () => (await client.list(`/packages/${id}/permissions`, FabmanPermission)) ?? []
    return cached(`permissions:${id}`, load)
  }

  async function load(): Promise<Package[]> {
    const packages = (await client.list('/packages', FabmanPackage)) ?? []
    const shown = packages.filter(({ state, recurringFeePeriod }) => {
      return state === 'active' && periods.some((period) => period === recurringFeePeriod)
    })
    return Promise.all(
      shown.map(async (each) =>
        toPackage(each, await credit(each), bestDiscount(await permissions(each.id))),
      ),
    )
  }

  /** Returns the credit for all equipment that a package gives in each of its periods: the price list shows one sum. */
  async function credit({ id, recurringFeePeriod }: FabmanPackage): Promise<string> {
    const credits = (await client.list(`/packages/${id}/credits`, FabmanPackageCredit)) ?? []
    return credits
      .filter(({ period, resources }) => period === recurringFeePeriod && resources.length === 0)
      .reduce((sum, { amount }) => sum + Number(amount), 0)
      .toFixed(2)
  }

  return { packages: () => cached('packages', load, anyAge), permissions }
}

/** Returns the best booking discount among permissions, in percent as a decimal string. */
export function bestDiscount(permissions: FabmanPermission[]): string {
  return Math.max(0, ...permissions.map((one) => Number(one.bookingFeeDiscountPercent))).toFixed(2)
}

/** Fabman has one language and no kinds of packages: `metadata.werkbank` of a package adds them. */
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
