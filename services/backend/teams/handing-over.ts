import type { Member } from '../../../contracts/member.ts'
import type { OrderBuyer } from '../../../contracts/order.ts'
import { Problem } from '../../../contracts/problem.ts'
import { handOverDays } from '../../../contracts/team.ts'
import { lockOpenDeletion } from '../accounts/deletion.store.ts'
import { sendMail } from '../orders/order-mails.ts'
import { ownsTeam, type Tx } from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { buyerOfMember } from '../orders/placing.ts'
import {
  changeSubscription,
  liveOfTeam,
  openInvoiceOf,
  orderOf,
  type StoredSubscription,
} from '../subscriptions/subscriptions.store.ts'
import { type hereAndNow, nameOf, toldTo } from './inviting.ts'
import { dayText, handOverMail } from './team-mails.ts'
import * as store from './teams.store.ts'

const lifetimeMs = handOverDays * 24 * 60 * 60_000

interface Given {
  team: store.StoredTeam
  holdings: store.Holding[]
  /** The member who asks. */
  self: Member
  people: ReadonlyMap<number, Member>
  here: Awaited<ReturnType<typeof hereAndNow>>
}

/** Asks another person with a seat to own the team; a question to somebody else is over. The caller holds the team. */
export async function askToTakeOver(
  { siteUrl }: Ordering,
  tx: Tx,
  { team, self, people, here }: Given,
  seat: store.Holding,
): Promise<void> {
  if (seat.memberId === team.ownerId) return
  const asked = people.get(seat.memberId)
  if (!asked) throw new Problem('conflict')
  await fitContract(tx, team, { owner: asked, now: here.now })
  const until = new Date(here.now.getTime() + lifetimeMs)
  await store.changeTeam(tx, team.id, { nextOwnerId: asked.id, nextOwnerUntil: until })
  const told = { ...toldTo(asked), seller: here.seller, siteUrl, team: team.name, person: nameOf(self) }
  await sendMail(tx, handOverMail('handover', { ...told, day: dayText(until, told.locale, here.zone) }))
}

/** Ends the question: the owner takes it back, or the person who was asked says no, which the owner learns by mail. */
export async function dropHandOver(
  { siteUrl }: Ordering,
  tx: Tx,
  { team, self, people, here }: Given,
): Promise<void> {
  if (self.id !== team.ownerId && self.id !== team.nextOwnerId) throw new Problem('forbidden')
  await store.changeTeam(tx, team.id, { nextOwnerId: null, nextOwnerUntil: null })
  const owner = people.get(team.ownerId)
  if (self.id === team.ownerId || !owner) return
  const told = { ...toldTo(owner), seller: here.seller, siteUrl, team: team.name, person: nameOf(self) }
  await sendMail(tx, handOverMail('kept', told))
}

/**
 * The person who was asked owns the team: its contract and its next invoices are theirs. The old owner keeps a seat, if
 * any. The caller holds contract and team.
 */
export async function takeOver(
  { siteUrl }: Ordering,
  tx: Tx,
  { team, holdings, self: owner, people, here }: Given,
): Promise<void> {
  const seat = holdings.find(({ memberId }) => memberId === owner.id)
  const isAsked = team.nextOwnerId === owner.id && (team.nextOwnerUntil ?? here.now) > here.now
  if (!seat || !isAsked) throw new Problem('notFound')
  const { contract, order } = await fitContract(tx, team, { owner, now: here.now })
  const before = people.get(team.ownerId)
  await store.changeTeam(tx, team.id, { ownerId: owner.id, nextOwnerId: null, nextOwnerUntil: null })
  await store.setRole(tx, seat.id, 'manager')
  const told = toldTo(owner)
  const buyer = buyerAfter(order.buyer, { owner: buyerOfMember(owner, told.locale), before })
  await changeSubscription(tx, contract.id, { memberId: owner.id, buyer })
  const mail = { seller: here.seller, siteUrl, team: team.name }
  const from = before ? nameOf(before) : team.name
  await sendMail(tx, handOverMail('owns', { ...told, ...mail, person: from }))
  if (before) await sendMail(tx, handOverMail('gave', { ...toldTo(before), ...mail, person: nameOf(owner) }))
}

/** What stays of the company; everything that is a person's is the new owner's. */
function buyerAfter(
  { company, vatId, reference, invoiceEmail, street, zip, city, country }: OrderBuyer,
  { owner, before }: { owner: OrderBuyer; before: Member | undefined },
): OrderBuyer {
  const person = { ...owner, phone: null, dateOfBirth: null }
  if (company === null) return person
  const isOld = invoiceEmail?.toLowerCase() === before?.emailAddress.toLowerCase()
  const address = { street, zip, city, country }
  return { ...person, company, vatId, reference, ...address, invoiceEmail: isOld ? null : invoiceEmail }
}

/** @throws Problem `invoiceOpen`, `hasTeam`, or `conflict` for somebody who leaves or a team that has ended */
async function fitContract(
  tx: Tx,
  { id }: store.StoredTeam,
  { owner, now }: { owner: Member; now: Date },
): Promise<{ contract: StoredSubscription; order: NonNullable<Awaited<ReturnType<typeof orderOf>>> }> {
  const contract = await liveOfTeam(tx, id)
  const order = contract && (await orderOf(tx, contract))
  if (!contract || !order) throw new Problem('conflict')
  // Its invoice is in the member area of the old owner, and only their method pays it.
  const number = await openInvoiceOf(tx, contract.id)
  if (number !== null) throw new Problem('invoiceOpen', { params: { number } })
  if (await ownsTeam(tx, owner.id)) throw new Problem('hasTeam')
  if (await lockOpenDeletion(tx, { member: owner.id, now })) throw new Problem('conflict')
  return { contract, order }
}
