import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Grant, Granted } from '../../../contracts/grant.ts'
import type { Member } from '../../../contracts/member.ts'
import type { Offer } from '../../../contracts/order.ts'
import { isProblem } from '../../../contracts/problem.ts'
import { toDecimal } from '../../../rules/money.ts'
import type { Period } from '../../../rules/periods.ts'
import { type Day, dayOf, toLocal } from '../../../rules/time.ts'
import { makeDocuments } from '../invoices/documents.ts'
import * as payments from '../payments/payments.store.ts'
import { askRefunds, payBack } from '../payments/refunds.ts'
import * as store from './fulfilment.store.ts'
import { firstPeriod, sellerOf } from './offers.ts'
import { type PaidInvoice, payInvoice, writeInvoice } from './order-invoices.ts'
import { addressMail, confirmationMail, sendMail } from './order-mails.ts'
import * as orders from './orders.store.ts'
import type { Ordering } from './parts.ts'
import { bookPaid, losePaid, NoSeat, placeBuyer } from '../places/fulfilling.ts'
import { movePhotos } from '../sign-up/sign-ups.store.ts'
import { beginTeam, tendSeats } from '../teams/seats.ts'

const minuteMs = 60_000
/** Longer than any attempt takes; then another process may take the order over. */
const leaseMs = minuteMs
const longestPauseMs = 60 * minuteMs
/** The owner of an address has so long to say that it is their order. */
const claimMs = 14 * 24 * 60 * minuteMs

/**
 * Gives what an order has paid for, exactly once however often and from however many processes it is called: rights at
 * the workshop system by the key of the order, then in one transaction invoice, mail and the end of the order. What fails
 * is repeated by the job.
 */
export async function fulfil(parts: Ordering, id: number): Promise<void> {
  const now = parts.clock()
  const attempt = { order: id, holder: randomUUID() }
  const until = new Date(now.getTime() + leaseMs)
  const order = await store.takeOrder(parts.db, { ...attempt, now, until })
  if (!order) return
  try {
    await give(parts, order, attempt)
  } catch (error) {
    if (error instanceof store.LostAttempt) return
    parts.log.error({ err: error, order: id }, 'an order was not fulfilled')
    const pause = Math.min(minuteMs * 2 ** (order.attempts - 1), longestPauseMs)
    const lastError = error instanceof Error ? error.message : String(error)
    await store.putBack(parts.db, attempt, { dueAt: new Date(now.getTime() + pause), lastError })
    return
  }
  if (order.kind === 'team') await tendSeats(parts)
  if (order.kind === 'membership' || order.kind === 'dayPass') await movePhotos(parts.db, now)
  await askRefunds(parts)
  await makeDocuments(parts)
}

async function give(parts: Ordering, order: orders.StoredOrder, attempt: store.Attempt): Promise<void> {
  if (order.kind === 'invoice') return payInvoice(parts, order, attempt)
  // Nobody has said in time that it is their order.
  if (order.waitsFor && order.kind !== 'course') return refuse(parts, order, attempt)
  if (!order.offer) throw new Error('an order without an offer')
  const { space } = await sellerOf(parts, order.spaceId)
  const today = dayOf(toLocal(parts.clock(), space.timezone))
  const period = await store.fixPeriod(parts.db, attempt, periodFrom(order, order.offer, today))
  const days = { lastDay: period.untilDate, today }
  if (await isPointless(parts, order, attempt, days)) return refuse(parts, order, attempt)
  const gives = order.kind === 'course' ? grantPlace : grant
  const granted = await gives(parts, order, order.offer, period)
  if (!granted) return askOwner(parts, order, attempt)
  try {
    await finish(parts, { order, offer: order.offer, attempt, granted, period, today })
  } catch (error) {
    if (!(error instanceof NoSeat)) throw error
    await refuse(parts, order, attempt)
  }
}

/**
 * Gives what a place needs: a member for its invoice. A guest's names nobody, and so does that of an account whose address
 * somebody else has at the workshop system: its own was confirmed, so nobody is asked whose order it is.
 * @throws Problem `upstreamUnavailable`, `notSupported`
 */
async function grantPlace(
  parts: Ordering,
  order: orders.StoredOrder,
  offer: Offer,
  period: Period,
): Promise<Rights> {
  const { member, isNobody } = await placeBuyer(parts, order)
  if (isNobody) return nobodys
  return (await grant(parts, { ...order, memberId: member }, offer, period)) ?? nobodys
}

/** A day pass keeps its day; everything else begins on the day it is given, if that is later than it was offered. */
function periodFrom({ kind, rights }: orders.StoredOrder, offer: Offer, today: Day): Period {
  if (offer.item.kind === 'course') return { fromDate: offer.fromDate, untilDate: offer.untilDate }
  const fromDate = kind === 'dayPass' || offer.fromDate > today ? offer.fromDate : today
  return firstPeriod({ kind: offer.item.kind, renews: offer.renews, rights }, fromDate)
}

/** A day that is over while the money was on its way, a second membership, or a second team of an owner. */
async function isPointless(
  parts: Ordering,
  order: orders.StoredOrder,
  attempt: store.Attempt,
  { lastDay, today }: { lastDay: Day; today: Day },
): Promise<boolean> {
  if (order.kind === 'dayPass') return lastDay < today
  if (order.kind === 'team')
    return order.memberId !== null && orders.ownsTeam(parts.db, order.memberId, order.id)
  if (order.kind !== 'membership') return false
  // The turn comes before the look: an order that had it before has left its contract.
  if (!(await store.takeMembershipTurn(parts.db, attempt, order))) return true
  return order.memberId !== null && orders.hasMembership(parts.db, order.memberId, order.id)
}

/**
 * Gives the rights, or says what was given; null when the address of a new buyer belongs to a member.
 * @throws Problem `upstreamUnavailable`, `notSupported`
 */
export async function grant(
  { connector }: Ordering,
  order: orders.StoredOrder,
  offer: Offer,
  { fromDate, untilDate }: Period,
): Promise<Granted | null> {
  const { package: packageId, creditCents } = order.rights
  const isTeam = order.kind === 'team'
  // A seat in a course is kept here; somebody new becomes a member, because an invoice is a member's.
  if (order.kind === 'course' && order.memberId !== null)
    return { key: order.number, member: order.memberId, packages: [], credits: [], trainings: [] }
  const shared = isTeam && { team: order.id }
  const credits: Grant['credits'] =
    creditCents > 0
      ? [{ amount: toDecimal(creditCents), scope: 'booking', fromDate, untilDate, ...shared }]
      : []
  const days = { fromDate, untilDate: offer.renews ? null : untilDate }
  const wanted: Grant = {
    member: order.memberId === null ? newMember(order) : { id: order.memberId },
    // The seats of a team get theirs one by one.
    packages: packageId === null || isTeam ? [] : [{ package: packageId, ...days }],
    credits: packageId === null ? credits : [],
    ...(packageId !== null && { packageCredits: credits }),
    trainings: [],
  }
  // A key stands for one content: that of a new member and that of a known one differ.
  const key = `order-${order.number}${order.memberId === null ? '' : `-${order.memberId}`}`
  try {
    return await connector.grant(key, wanted)
  } catch (error) {
    if (order.memberId === null && isProblem(error) && error.code === 'emailTaken') return null
    throw error
  }
}

function newMember({ buyer, spaceId }: orders.StoredOrder): Grant['member'] {
  const { email, firstName, lastName, locale, company, phone, street, zip, city, country, dateOfBirth } =
    buyer
  return {
    email,
    firstName,
    lastName,
    language: locale,
    space: spaceId,
    countryCode: country,
    ...(company && { company }),
    ...(phone && { phone }),
    ...(street && { address: street }),
    ...(zip && { zip }),
    ...(city && { city }),
    ...(dateOfBirth && { dateOfBirth }),
  }
}

/** Nobody becomes a member: the seat is kept here, and the invoice names the buyer. */
const nobodys: Rights = { member: null, packages: [] }

interface Rights extends Pick<Granted, 'packages'> {
  member: number | null
}

interface Given {
  order: orders.StoredOrder
  offer: Offer
  attempt: store.Attempt
  granted: Rights
  period: Period
  today: Day
}

/** Invoice, contract, mail and the end of the order: all or nothing. */
async function finish(parts: Ordering, given: Given): Promise<void> {
  const { db, connector, clock, siteUrl } = parts
  const { order, offer, attempt, granted, period, today } = given
  const member = granted.member === null ? null : await connector.member(granted.member)
  if (!member && granted.member !== null) throw new Error('the member of a grant is not there')
  const { settings, space } = await sellerOf(parts, order.spaceId)
  const now = clock()
  await db.transaction().execute(async (tx) => {
    await store.endAttempt(tx, attempt, {
      state: 'fulfilled',
      memberId: granted.member,
      fulfilledAt: now,
      waitsFor: null,
    })
    const paid = await paidBy(tx, order)
    const consents = await orders.consentsOf(tx, order.id)
    const current =
      order.kind === 'course'
        ? await bookPaid(parts, tx, { order, member: granted.member, space, consents, now })
        : { name: offer.name, ...period }
    const invoiceId =
      order.totalCents > 0
        ? await writeInvoice(tx, {
            order,
            supplied: current,
            member,
            settings,
            paid,
            zone: space.timezone,
            today,
            now,
          })
        : null
    if (member) await beginContract(tx, given, { member, invoiceId, paid, now })
    const seller = settings.seller.name
    if (member && order.kind !== 'course')
      await sendMail(tx, confirmationMail(order, offer, { member, period, consents, seller, siteUrl }))
  })
}

interface Begun {
  member: Member
  invoiceId: number | null
  paid: PaidInvoice | null
  now: Date
}

/** Begins what goes on: the team, the contract that renews, and the method that pays it. */
async function beginContract(
  tx: orders.Tx,
  { order, offer, granted, period, today }: Given,
  { member, invoiceId, paid, now }: Begun,
): Promise<void> {
  const [memberPackageId = null] = granted.packages
  const isTeam = order.kind === 'team'
  if (isTeam) await beginTeam(tx, { order, owner: member.id, today, now })
  if (offer.renews && order.rights.package !== null && (isTeam || memberPackageId !== null))
    await store.insertSubscription(
      tx,
      {
        memberId: member.id,
        packageId: order.rights.package,
        memberPackageId,
        teamId: isTeam ? order.id : null,
        orderId: order.id,
        anchor: period.fromDate,
        period: offer.renews,
        priceCents: order.totalCents,
        createdAt: now,
      },
      { ...period, invoiceId, seats: order.rights.seats ?? null },
    )
  if (paid?.profile) await store.storeProfile(tx, member.id, paid.profile, { begunAt: paid.createdAt, now })
}

/** The payment that counts; null for an order on invoice, and for one without a price. */
async function paidBy(tx: orders.Tx, order: orders.StoredOrder): Promise<PaidInvoice | null> {
  const all = await payments.paymentsOf(tx, order.id)
  return all.find(({ state, isSurplus }) => state === 'paid' && !isSurplus) ?? null
}

/** The order waits until the owner of the address says that it is theirs. */
async function askOwner(parts: Ordering, order: orders.StoredOrder, attempt: store.Attempt): Promise<void> {
  const token = randomBytes(24).toString('base64url')
  const dueAt = new Date(parts.clock().getTime() + claimMs)
  await parts.db.transaction().execute(async (tx) => {
    await store.endAttempt(tx, attempt, { waitsFor: 'address', claimHash: claimHashOf(token), dueAt })
    const seller = await orders.sellerName(tx, order)
    await sendMail(tx, addressMail(order, { seller, token, siteUrl: parts.siteUrl }))
  })
}

export function claimHashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The order cannot be given: the money goes back. */
async function refuse(parts: Ordering, order: orders.StoredOrder, attempt: store.Attempt): Promise<void> {
  const { space } = await sellerOf(parts, order.spaceId)
  const now = parts.clock()
  await parts.db.transaction().execute(async (tx) => {
    const state = order.state === 'placed' ? 'cancelled' : 'refunded'
    await store.endAttempt(tx, attempt, { state, waitsFor: null })
    const paid = (await payments.paymentsOf(tx, order.id)).filter((each) => each.state === 'paid')
    for (const payment of paid.filter(({ isSurplus }) => !isSurplus))
      await payBack(parts, tx, { order, payment, why: 'undeliverable', now })
    if (order.kind === 'course') await losePaid(parts, tx, { order, space, now })
  })
}
