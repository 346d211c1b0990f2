import type { MemberConsent, MemberOffer, Offer } from '../../../contracts/order.ts'
import { type Locale, Problem } from '../../../contracts/problem.ts'
import type { Subscription } from '../../../contracts/subscription.ts'
import { addDays, type Day, dayOf, toLocal } from '../../../rules/time.ts'
import { withdrawalDays } from '../../../rules/withdrawal-days.ts'
import { consentsTo } from '../orders/legal-texts.ts'
import { offerOf, sellerOf } from '../orders/offers.ts'
import { sendMail } from '../orders/order-mails.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { placeOrder } from '../orders/placing.ts'
import { changedMail, unchangedMail } from './subscription-mails.ts'
import * as changes from './changes.store.ts'
import * as store from './subscriptions.store.ts'

/**
 * Returns what another package costs and gives a member from the next period of their contract on.
 * @throws Problem `notFound` without a contract or such a package, `noChange` when the contract cannot change now,
 *   `guardianNeeded` for a member under 18, `notSupported`
 */
export async function changeOffer(
  parts: Ordering,
  { member: id, package: wanted }: { member: number; package: number },
): Promise<Offer & Pick<MemberOffer, 'isCompany'>> {
  const { held, order } = await changeable(parts, { member: id, package: wanted })
  const item = { kind: 'change', package: wanted, fromDate: addDays(held.lastDay, 1) } as const
  const member = await parts.connector.member(id)
  if (!member) throw new Problem('notFound')
  const isCompany = order.buyer.company !== null
  return { ...(await offerOf(parts, item, { member, isCompany, paysBy: order.paysBy })), isCompany }
}

/**
 * Changes the contract of a member to another package from its next period on, and confirms that by mail. A change that was
 * placed before and has not begun is replaced. A repeat with the same key changes nothing.
 * @param consents in the words of the site; `earlyStart` is needed when the period begins before the time for withdrawal ends
 * @throws Problem those of `changeOffer` and `placeOrder`; `noChange` also when the period began meanwhile
 */
export async function placeChange(
  parts: Ordering,
  asked: {
    member: number
    package: number
    fromDate: Day
    shownCents: number
    shown?: string
    consents: MemberConsent[]
    locale: Locale
    requestKey: string
  },
): Promise<void> {
  const { member, fromDate, shownCents, shown, locale, requestKey } = asked
  const { held, order, today } = await changeable(parts, asked)
  await placeOrder(parts, {
    item: { kind: 'change', package: asked.package, fromDate },
    buyer: { ...order.buyer, locale },
    member,
    paysBy: order.paysBy,
    startsEarly: fromDate <= addDays(today, withdrawalDays),
    consents: await consentsTo(asked.consents, locale, parts.legalTextOf),
    requestKey,
    buyerKey: changes.changeKeyOf(held.id),
    shownCents,
    ...(shown !== undefined && { seen: shown }),
    returnPaths: { success: '/me/packages', cancel: '/me/packages' },
    also: async (tx, placed) => {
      const now = await store.lockLive(tx, held.id)
      if (!now || !canChange(now) || addDays(now.lastDay, 1) !== fromDate) throw new Problem('noChange')
      const seller = await orders.sellerName(tx, placed)
      const consents = await orders.consentsOf(tx, placed.id)
      await sendMail(tx, changedMail(placed, { seller, siteUrl: parts.siteUrl, fromDate, consents }))
    },
  })
}

/** Takes the change of a member's contract back that has not begun, and confirms that by mail. A repeat changes nothing. */
export async function takeBackChange({ db, siteUrl }: Ordering, member: number): Promise<void> {
  const held = await store.liveOf(db, member)
  if (!held) throw new Problem('notFound')
  await db.transaction().execute(async (tx) => {
    const change = await changes.lockPending(tx, held.id)
    const order = await store.orderOf(tx, held)
    if (!change || !order) return
    await dropChange(tx, change)
    const seller = await orders.sellerName(tx, order)
    const named = { ...order, buyer: { ...order.buyer, locale: change.buyer.locale } }
    await sendMail(tx, unchangedMail(named, { seller, siteUrl }))
  })
}

/** Ends a change that has not begun, and that is locked. */
export async function dropChange(tx: orders.Tx, { id }: orders.StoredOrder): Promise<void> {
  await orders.changeOrder(tx, id, { state: 'cancelled', openKey: null })
}

/** Begins a change with the next period of a contract; both are locked. @returns the contract as it is from then on */
export async function beginChange(
  tx: orders.Tx,
  held: store.StoredSubscription,
  { change, now }: { change: orders.StoredOrder; now: Date },
): Promise<store.StoredSubscription> {
  const { offer, rights } = change
  if (!offer?.renews || rights.package === null) throw new Error('a change without a package')
  const fromDate = addDays(held.lastDay, 1)
  const next = {
    changeOrderId: change.id,
    packageId: rights.package,
    priceCents: change.totalCents,
    period: offer.renews,
    anchor: fromDate,
    isChangeTold: false,
  }
  await orders.changeOrder(tx, change.id, { state: 'fulfilled', openKey: null, fulfilledAt: now, fromDate })
  await store.changeSubscription(tx, held.id, next)
  return { ...held, ...next }
}

/**
 * Gives the packages of changes that have begun at the workshop system, and ends those before them; changes of contracts that
 * have ended end, too.
 */
export async function tellChanges({ db, connector, log }: Ordering): Promise<void> {
  await changes.endOrphans(db)
  for (const held of await changes.untoldChanges(db)) {
    try {
      const order = await store.orderOf(db, held)
      if (!order?.fromDate || held.memberPackageId === null) throw new Error('a change without its order')
      const granted = await connector.grant(`change-${order.number}`, {
        member: { id: held.memberId },
        packages: [{ package: held.packageId, fromDate: order.fromDate, untilDate: null }],
        credits: [],
        trainings: [],
      })
      const [given] = granted.packages
      if (given === undefined) throw new Error('a grant without its package')
      await connector.endPackage(held.memberId, held.memberPackageId, {
        untilDate: addDays(order.fromDate, -1),
      })
      await changes.markChangeTold(db, held, given)
    } catch (error) {
      // The changes of others do not wait for this one.
      log.error({ err: error, subscription: held.id }, 'a change of package was not stored')
    }
  }
}

/** The package of the next period as the member sees it. */
export function changeView({ offer, totalCents }: orders.StoredOrder): Subscription['change'] {
  if (!offer?.renews) return null
  return { name: offer.name, priceCents: totalCents, period: offer.renews, fromDate: offer.fromDate }
}

/** The contract of a member that can change now. @throws Problem `notFound`, `noChange` */
async function changeable(parts: Ordering, asked: { member: number; package: number }) {
  const held = await store.liveOf(parts.db, asked.member)
  const order = held && (await store.orderOf(parts.db, held))
  if (!held || !order) throw new Problem('notFound')
  const { space } = await sellerOf(parts, order.spaceId)
  const today = dayOf(toLocal(parts.clock(), space.timezone))
  const wanted = (await parts.connector.packageList()).find(({ id }) => id === asked.package)
  // Its condition is for people to check.
  if (wanted && wanted.requirement !== null) throw new Problem('noChange')
  // A period that is over is renewed within a minute.
  if (!canChange(held) || held.packageId === asked.package || held.lastDay < today)
    throw new Problem('noChange')
  return { held, order, today }
}

/** A contract that is cancelled, withdrawn from or not paid goes on as it is. */
function canChange({ state, cancelOn }: store.StoredSubscription): boolean {
  return state === 'active' && cancelOn === null
}
