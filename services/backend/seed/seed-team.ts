import { z } from 'zod'
import type { Member } from '../../../contracts/member.ts'
import { toCents } from '../../../rules/money.ts'
import { findOrder } from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { buyerOfMember, placeOrder } from '../orders/placing.ts'
import { creditPeriods } from '../subscriptions/renewing.ts'
import { changeTeam } from '../teams/changing.ts'
import { accept, toldTo } from '../teams/inviting.ts'
import { daysBefore, endPackages, memberOf, packageOf, packagesOf } from './seed-parts.ts'
import { mailedInvitation } from './seed-team.store.ts'

/** Shape of content/demo/teams.json; members by their ids. */
const DemoTeam = z.strictObject({
  owner: z.int(),
  package: z.int(),
  orderedDaysAgo: z.int(),
  /** The text of the terms that the owner agreed to. */
  terms: z.string(),
  /** Members who have accepted their invitations. */
  guests: z.array(z.int()),
  /** Addresses of people who have not answered yet. */
  invited: z.array(z.email()),
})

const requestKey = 'demo-team'

/**
 * Orders the team of the demo, invites its people and accepts for them, as they would have done some days ago; does nothing
 * where that order exists. One of several processes does it.
 * @param json content/demo/teams.json, parsed
 * @returns whether this call ordered it
 */
export async function seedTeam(parts: Ordering, json: unknown): Promise<boolean> {
  if (await findOrder(parts.db, 'requestKey', requestKey)) return false
  const demo = DemoTeam.parse(json)
  const past = daysBefore(parts, demo.orderedDaysAgo)
  const owner = await memberOf(parts, demo.owner)
  const sold = await packageOf(parts, demo.package)
  const before = await packagesOf(past, [owner.id, ...demo.guests])
  let isOurs = false
  await placeOrder(past, {
    item: { kind: 'team', package: sold.id, ownerTakesSeat: true },
    buyer: buyerOfMember(owner, toldTo(owner).locale),
    member: owner.id,
    paysBy: 'invoice',
    startsEarly: true,
    shownCents: toCents(sold.fee),
    consents: [{ kind: 'terms', text: demo.terms }],
    requestKey,
    returnPaths: { success: '/team/confirmation', cancel: '/team/confirmation' },
    also: async () => void (isOurs = true),
  })
  if (!isOurs) return false
  for (const id of demo.guests) await join(past, owner, await memberOf(parts, id))
  for (const email of demo.invited) await invite(parts, owner, email)
  await creditPeriods(past)
  await endPackages(past, before)
  return true
}

async function join(parts: Ordering, owner: Member, guest: Member): Promise<void> {
  const { emailAddress: email, id } = guest
  await invite(parts, owner, email)
  const token = await mailedInvitation(parts.db, email)
  const person = { subject: '', email, emailVerified: true }
  await accept(parts, { memberOf: async () => id }, { token }, { person, locale: toldTo(guest).locale })
}

function invite(parts: Ordering, owner: Member, email: string): Promise<void> {
  return changeTeam(parts, {
    member: owner.id,
    change: { kind: 'invite', email },
    locale: toldTo(owner).locale,
  })
}
