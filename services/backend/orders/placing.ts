import type { Member } from '../../../contracts/member.ts'
import type {
  Offer,
  OrderBuyer,
  OrderConsent,
  OrderedItem,
  PaysBy,
  PlacedOrder,
} from '../../../contracts/order.ts'
import { type Locale, Problem, wrongField } from '../../../contracts/problem.ts'
import { violates } from '../../../platform/database/database.ts'
import { isUnderAge } from '../../../rules/contact.ts'
import { dayOf, toLocal } from '../../../rules/time.ts'
import * as invoices from '../invoices/invoices.store.ts'
import * as payments from '../payments/payments.store.ts'
import { leastCents } from '../payments/provider.ts'
import { fulfil } from './fulfilment.ts'
import { changedPrice, pricedOffer, priceOf, sellerOf, type Sold } from './offers.ts'
import { sendMail, transferMail } from './order-mails.ts'
import * as store from './orders.store.ts'
import type { Ordering } from './parts.ts'
import { cancelOpen, openPage } from './paying.ts'
import { nameOf } from './shown-offer.ts'

export interface Placing<Item = OrderedItem> {
  item: Item
  buyer: OrderBuyer
  /** Id of the member who orders; null = somebody new. */
  member: number | null
  paysBy: PaysBy
  startsEarly: boolean
  /** In the language of the buyer. */
  consents: OrderConsent[]
  /** Names this order: a repeat is the same one. */
  requestKey: string
  /** Names the buyer, who has one order to pay at most. Default: the member, else the request. */
  buyerKey?: string
  shownCents: number
  /** What a member saw (`shownTo`); a sign-up compares what it showed by itself. */
  seen?: string
  returnPaths: store.ReturnPaths
  /** Looks and writes in the transaction that places the order. */
  also?: Also
  /** No order has this key, as the caller knows. */
  isNew?: boolean
  /** What is sold, as the caller has read it for somebody new. */
  sold?: Sold
}

type Also = (tx: store.Tx, order: store.StoredOrder) => Promise<void>

/**
 * Places an order and opens its payment. The order is committed before the provider is asked; every repeat gets the same
 * order. One that the buyer has not paid yet is continued when it is for the same, else cancelled.
 * @throws Problem `keyReused`, `priceChanged`, `offerChanged`, `hasMembership`, `guardianNeeded`, `orderRunning`, `invalidInput` with the field, those of `offerOf`, and
 *   `upstreamUnavailable`: the order is placed and the same call continues it
 */
export async function placeOrder(parts: Ordering, asked: Placing): Promise<PlacedOrder> {
  const known = asked.isNew ? null : await store.findOrder(parts.db, 'requestKey', asked.requestKey)
  if (known && !isRepeat(known, asked)) throw new Problem('keyReused')
  if (known) return openPage(parts, known)
  const member = asked.member === null ? null : await parts.connector.member(asked.member)
  const given = circumstances(asked, member)
  // The space of a member sells to them, which need not be the one that was read.
  const priced =
    asked.sold && !member
      ? priceOf(parts, asked.sold, asked.item, given)
      : await pricedOffer(parts, asked.item, given)
  await refuseUnfit(parts, asked, { ...priced, member })
  return placeOffered(parts, asked, priced)
}

/**
 * Places an order for what was offered, like `placeOrder`, which checks first.
 * @throws Problem `orderRunning`, `upstreamUnavailable`: the order is placed and the same call continues it; what `also` throws
 */
export async function placeOffered(
  parts: Ordering,
  asked: Placing<Offer['item']>,
  { offer, rights, space, today }: Awaited<ReturnType<typeof pricedOffer>>,
): Promise<PlacedOrder> {
  const { buyer, paysBy, requestKey, startsEarly, returnPaths, consents } = asked
  const order = await insertOnce(parts, {
    kind: asked.item.kind,
    buyer,
    offer,
    rights,
    paysBy,
    requestKey,
    startsEarly,
    returnPaths,
    totalCents: offer.totalCents,
    space: space.id,
    member: asked.member,
    invoice: null,
    openKey: asked.buyerKey ?? (asked.member === null ? requestKey : `member-${asked.member}`),
    today,
    now: parts.clock(),
    consents,
    also: asked.also,
  })
  // Only what is given before it is paid is due at once.
  if (!order.dueAt) return openPage(parts, order, order)
  await fulfil(parts, order.id)
  return openPage(parts, order)
}

/**
 * Opens a payment for what is open of an invoice.
 * @throws Problem `notFound` when the member has no such invoice, `conflict` when nothing is open, `notSupported` without
 *   a provider, `amountTooSmall`, `upstreamUnavailable`
 */
export async function placeInvoicePayment(
  parts: Ordering,
  asked: {
    invoice: number
    member: number
    locale: Locale
    requestKey: string
    returnPaths: store.ReturnPaths
  },
): Promise<PlacedOrder> {
  if (!parts.provider) throw new Problem('notSupported')
  const known = await store.findOrder(parts.db, 'requestKey', asked.requestKey)
  if (known) return openPage(parts, known)
  const invoice = await invoices.findInvoice(parts.db, { id: asked.invoice })
  const member = await parts.connector.member(asked.member)
  if (!member || invoice?.member !== asked.member) throw new Problem('notFound')
  if (invoice.openCents === 0) throw new Problem('conflict')
  if (invoice.openCents < leastCents) throw new Problem('amountTooSmall')
  const { space } = await sellerOf(parts, invoice.space)
  const order = await insertOnce(parts, {
    kind: 'invoice',
    buyer: buyerOfMember(member, asked.locale),
    offer: null,
    rights: {
      package: null,
      creditCents: 0,
      validMonths: null,
    },
    totalCents: invoice.openCents,
    paysBy: 'provider',
    openKey: `invoice-${invoice.id}`,
    invoice: invoice.id,
    startsEarly: false,
    space: space.id,
    today: dayOf(toLocal(parts.clock(), space.timezone)),
    now: parts.clock(),
    consents: [],
    member: asked.member,
    requestKey: asked.requestKey,
    returnPaths: asked.returnPaths,
  })
  return openPage(parts, order)
}

/** The buyer that a member is, in the language of the screen. */
export function buyerOfMember(member: Member, locale: Locale): OrderBuyer {
  const { firstName, lastName, emailAddress: email, phone, dateOfBirth, company } = member
  return {
    firstName,
    lastName,
    email,
    locale,
    phone,
    dateOfBirth,
    // An empty text is no company, as in the offer.
    company: company || null,
    street: member.address ?? '',
    zip: member.zip ?? '',
    city: member.city ?? '',
    country: /^[A-Z]{2}$/.test(member.countryCode ?? '') ? (member.countryCode ?? 'DE') : 'DE',
    vatId: null,
    reference: null,
    invoiceEmail: null,
  }
}

function circumstances({ buyer, startsEarly, item, paysBy }: Placing, member: Member | null) {
  const isCompany = buyer.company !== null
  return { member, isCompany, startsEarly, ...(item.kind === 'change' && { paysBy }) }
}

async function refuseUnfit(
  parts: Ordering,
  asked: Placing,
  { offer, member, today }: { offer: Offer; member: Member | null; today: string },
): Promise<void> {
  if (offer.totalCents !== asked.shownCents) throw changedPrice(asked.shownCents, offer.totalCents)
  if (offer.totalCents > 0 && !offer.paysBy.includes(asked.paysBy))
    throw wrongField('paysBy', `one of ${offer.paysBy.join(', ')}`)
  const given = asked.consents.map(({ kind }) => kind)
  const missing = neededConsents(asked).find((kind) => !given.includes(kind))
  if (missing) throw wrongField('consents', `the consent ${missing}`)
  if (asked.seen !== undefined && asked.seen !== nameOf(offer, asked.consents))
    throw new Problem('offerChanged')
  // A guardian agrees to just one order (§ 107 BGB): that of a membership before it says nothing about this one.
  const isMinor = [asked.buyer.dateOfBirth, member?.dateOfBirth ?? null].some((born) =>
    isUnderAge(born, today),
  )
  if (isMinor && !given.includes('guardian')) throw new Problem('guardianNeeded')
  const isSecond =
    asked.item.kind === 'membership' &&
    asked.member !== null &&
    (await store.hasMembership(parts.db, asked.member))
  if (isSecond) throw new Problem('hasMembership')
  if (asked.item.kind === 'team' && asked.member !== null && (await store.ownsTeam(parts.db, asked.member)))
    throw new Problem('hasTeam')
}

/** A company has no right of withdrawal, and a day pass none either (§ 312g (2) no. 9 BGB). */
function neededConsents({
  item,
  buyer,
  startsEarly,
}: Pick<Placing, 'item' | 'buyer' | 'startsEarly'>): OrderConsent['kind'][] {
  if (buyer.company !== null || item.kind === 'dayPass') return ['terms']
  return startsEarly ? ['terms', 'withdrawal', 'earlyStart'] : ['terms', 'withdrawal']
}

interface NewOrder extends store.NewOrder {
  consents: OrderConsent[]
  also?: Also | undefined
}

/** Inserts the order, or returns the one that the buyer can still pay for the same. */
async function insertOnce(parts: Ordering, given: NewOrder): Promise<store.StoredOrder> {
  // Another tab or process may insert or cancel at the same time.
  for (let attempt = 0; attempt < 5; attempt++) {
    const open = await store.findOrder(parts.db, 'openKey', given.openKey)
    if (open && isSame(open, given)) return open
    if (open) await cancelOpen(parts, open)
    try {
      return await insert(parts, given)
    } catch (error) {
      if (violates(error, 'customer_order_request_key_unique')) {
        const known = await store.findOrder(parts.db, 'requestKey', given.requestKey)
        if (known) return known
      }
      if (
        !violates(error, 'customer_order_open_key_unique') &&
        !violates(error, 'customer_order_number_unique')
      )
        throw error
    }
  }
  throw new Problem('orderRunning')
}

/** Whether a key is used again for what it stands for. */
function isRepeat({ offer, totalCents, paysBy }: store.StoredOrder, asked: Placing): boolean {
  const [one, other] = [offer?.item, asked.item].map((item) => item && JSON.stringify(sorted(item)))
  return one === other && totalCents === asked.shownCents && paysBy === asked.paysBy
}

function isSame(
  open: store.StoredOrder,
  { offer, totalCents, paysBy, invoice, startsEarly }: store.NewOrder,
) {
  const [one, other] = [open.offer, offer].map((each) => each && JSON.stringify(sorted(each.item)))
  return (
    one === other &&
    open.totalCents === totalCents &&
    open.paysBy === paysBy &&
    open.invoiceId === invoice &&
    open.startsEarly === startsEarly
  )
}

/** PostgreSQL keeps the fields of an object in an order of its own. */
function sorted(item: Offer['item']): unknown {
  return Object.entries(item).toSorted(([one], [other]) => (one < other ? -1 : 1))
}

async function insert(
  { db, siteUrl }: Ordering,
  { consents, also, ...given }: NewOrder,
): Promise<store.StoredOrder> {
  return db.transaction().execute(async (tx) => {
    const order = await store.insertOrder(tx, given)
    const { buyer, offer, now } = given
    await store.insertConsents(tx, { order: order.id, locale: buyer.locale, consents, now })
    // A change is paid with the renewals.
    const isOpen = order.state === 'placed' && order.kind !== 'change'
    if (isOpen && order.paysBy !== 'invoice') {
      const mode = order.paysBy === 'provider' ? 'checkout' : 'manual'
      await payments.insertPayment(tx, { order: order.id, mode, cents: order.totalCents, now })
    }
    if (isOpen && order.paysBy === 'transfer' && offer) {
      const { seller, bank } = await store.sellerBank(tx, order)
      if (bank) await sendMail(tx, transferMail(order, offer, { seller, siteUrl, bank }))
    }
    await also?.(tx, order)
    return order
  })
}
