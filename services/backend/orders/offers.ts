import type { Member } from '../../../contracts/member.ts'
import type { Offer, OrderedItem, PaysBy } from '../../../contracts/order.ts'
import type { BillingSettings } from '../../../contracts/invoice.ts'
import type { CreditPack, Package } from '../../../contracts/package.ts'
import { Problem, wrongField } from '../../../contracts/problem.ts'
import type { Space } from '../../../contracts/space.ts'
import { isUnderAge } from '../../../rules/contact.ts'
import { centsPerCredit } from '../../../rules/credits.ts'
import { toCents, toDecimal } from '../../../rules/money.ts'
import { addMonths, periodOf, type Period } from '../../../rules/periods.ts'
import { addDays, type Day, dayOf, toLocal } from '../../../rules/time.ts'
import { invoiceSums } from '../../../rules/vat.ts'
import { withdrawalDays } from '../../../rules/withdrawal-days.ts'
import { createCatalogueStore } from '../catalogue/catalogue.store.ts'
import * as settingsStore from '../invoices/settings.store.ts'
import type { Ordering } from './parts.ts'

/** What an order gives, apart from its days: kept with the order, because prices and packages change. */
export interface OrderRights {
  /** Id at the workshop system. */
  package: number | null
  creditCents: number
  /** How long bought credits are valid. */
  validMonths: number | null
  /** That the total pays for; absent for what has none. */
  seats?: number
  /** Rate of value added tax of a course; absent = the rate of the space for the use of machines. */
  taxPercent?: string
}

interface Circumstances {
  /** The member who asks; null = somebody new. */
  member: Pick<Member, 'space' | 'company' | 'dateOfBirth'> | null
  isCompany?: boolean
  /** Begins today; otherwise after the 14 days in which consumers may withdraw. */
  startsEarly?: boolean
  /** How the contract is paid that goes on; by default there is none. */
  paysBy?: PaysBy
}

/** A day pass is for today or one of the days that follow. */
const mostDaysAhead = 60

/**
 * Returns what an item costs and gives now.
 * @throws Problem `notFound` for an item that is not sold, `invalidInput` for a day that is not, `guardianNeeded` for credits and a
 *   change of package of a member under 18, `notSupported` where no space writes invoices
 */
export async function offerOf(parts: Ordering, item: OrderedItem, given: Circumstances): Promise<Offer> {
  const { offer, today } = await pricedOffer(parts, item, given)
  // The member area asks no guardian.
  const isOfMember = item.kind === 'credits' || item.kind === 'change'
  if (isOfMember && isUnderAge(given.member?.dateOfBirth ?? null, today)) throw new Problem('guardianNeeded')
  return offer
}

/** Like `offerOf`, for anybody, with what the order keeps for itself. */
export async function pricedOffer(parts: Ordering, item: OrderedItem, given: Circumstances) {
  return priceOf(parts, await soldOf(parts, item, given.member?.space), item, given)
}

/** Returns who sells an item, and what it is now. @throws Problem `notFound`, `notSupported` */
export async function soldOf(parts: Ordering, item: OrderedItem, ofMember?: number) {
  return { ...(await sellerOf(parts, ofMember)), product: await productOf(parts, item) }
}

export type Sold = Awaited<ReturnType<typeof soldOf>>

/** Returns the offer of something sold; reads nothing. @throws Problem `invalidInput` for a day that is not */
export function priceOf(
  parts: Pick<Ordering, 'clock' | 'provider'>,
  { space, settings, product }: Sold,
  item: OrderedItem,
  given: Circumstances,
) {
  const today = dayOf(toLocal(parts.clock(), space.timezone))
  const isCompany = given.isCompany ?? Boolean(given.member?.company)
  const fromDate = firstDay(item, given, today)
  const sums = invoiceSums([lineOf(product.priceCents, settings)], settings.scheme)
  const offer: Offer = {
    item,
    name: product.name,
    gives: product.gives,
    totalCents: product.priceCents,
    taxCents: sums.taxCents,
    taxPercent: sums.taxes[0]?.taxPercent ?? '0.00',
    renews: product.renews,
    ...firstPeriod({ ...product, kind: item.kind }, fromDate),
    paysBy: given.paysBy ? [given.paysBy] : waysToPay(parts, settings, isCompany),
  }
  return { offer, rights: product.rights, space, today }
}

/** Returns what the total of an order pays for. */
export function firstPeriod(
  { kind, renews, rights }: { kind: OrderedItem['kind']; renews: Offer['renews']; rights: OrderRights },
  fromDate: Day,
): Period {
  if (kind === 'membership' || kind === 'team' || kind === 'change')
    return periodOf(fromDate, renews ?? 'month', 0)
  if (kind === 'dayPass') return { fromDate, untilDate: fromDate }
  return { fromDate, untilDate: addDays(addMonths(fromDate, rights.validMonths ?? 12), -1) }
}

interface Product extends Pick<Offer, 'name' | 'gives' | 'renews'> {
  priceCents: number
  rights: OrderRights
}

async function productOf({ connector, db }: Ordering, item: OrderedItem): Promise<Product> {
  if (item.kind === 'credits') {
    const packs = await createCatalogueStore(db).creditPacks()
    const pack = packs.find(({ id }) => id === item.pack)
    if (!pack) throw new Problem('notFound')
    return creditsProduct(pack)
  }
  const wanted = packageKinds[item.kind]
  const found = (await connector.packageList()).find(({ id, kind }) => id === item.package && kind === wanted)
  if (!found) throw new Problem('notFound')
  return packageProduct(found)
}

/** The kind of package that each kind of order is for. */
export const packageKinds = { membership: 'member', dayPass: 'day', team: 'team', change: 'member' } as const

function packageProduct({ id, kind, name, gives, fee, period, credit, seats }: Package): Product {
  return {
    name,
    gives,
    priceCents: toCents(fee),
    renews: period === 'day' ? null : period,
    rights: {
      package: id,
      creditCents: toCents(credit),
      validMonths: null,
      ...(kind === 'team' && { seats: seats ?? 1 }),
    },
  }
}

function creditsProduct({ credit, price, validMonths }: CreditPack): Product {
  const count = toCents(credit) / centsPerCredit
  const [de, en] = [count.toLocaleString('de'), count.toLocaleString('en')]
  return {
    name: { de: `${de} Credits`, en: `${en} credits` },
    gives: {
      de: [`${de} Credits für Buchungen`, `${validMonths} Monate gültig`],
      en: [`${en} credits for bookings`, `Valid for ${validMonths} months`],
    },
    priceCents: toCents(price),
    renews: null,
    rights: { package: null, creditCents: toCents(credit), validMonths },
  }
}

/** Credits are there at once; a company has no time for withdrawal. */
function startsAtOnce({ kind }: OrderedItem, { startsEarly, isCompany, member }: Circumstances): boolean {
  return kind === 'credits' || startsEarly === true || (isCompany ?? Boolean(member?.company))
}

function firstDay(item: OrderedItem, given: Circumstances, today: Day): Day {
  if (item.kind === 'dayPass') return bookableDay(item.day, today)
  if (item.kind === 'change') return item.fromDate
  return startsAtOnce(item, given) ? today : addDays(today, withdrawalDays + 1)
}

function bookableDay(day: Day, today: Day): Day {
  if (day >= today && day <= addDays(today, mostDaysAhead)) return day
  throw wrongField('day', `a day from ${today} to ${addDays(today, mostDaysAhead)}`)
}

function waysToPay(
  { provider }: Pick<Ordering, 'provider'>,
  { seller }: BillingSettings,
  isCompany: boolean,
): PaysBy[] {
  const ways: PaysBy[] = provider ? ['provider'] : seller.bank ? ['transfer'] : []
  return isCompany ? [...ways, 'invoice'] : ways
}

/** One line with the tax of the space for the use of its machines; a course may have another one. */
export function lineOf(
  grossCents: number,
  { usageTaxPercent }: BillingSettings,
  taxPercent = usageTaxPercent,
) {
  const days = { suppliedFrom: null, suppliedUntil: null }
  return { text: '', quantity: 1, ...days, taxPercent, grossCents }
}

/** The space that sells, with how it writes invoices: the member's, else the first one. */
export async function sellerOf(
  { db, connector }: Ordering,
  ofMember?: number,
): Promise<{ space: Space; settings: BillingSettings }> {
  const spaceId = ofMember ?? (await settingsStore.spaces(db))[0]
  const settings = spaceId === undefined ? null : await settingsStore.read(db, spaceId)
  const space = spaceId === undefined ? null : await connector.space(spaceId)
  if (!settings || !space) throw new Problem('notSupported')
  return { space, settings }
}

/** The price that is now, beside the one that was shown. */
export function changedPrice(shownCents: number, priceCents: number): Problem {
  return new Problem('priceChanged', {
    params: { shown: toDecimal(shownCents), price: toDecimal(priceCents) },
  })
}
