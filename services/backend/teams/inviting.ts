import { createHash, randomBytes } from 'node:crypto'
import { type Invitation, invitationDays, type InvitationAccept } from '../../../contracts/team.ts'
import { localeOfMember, type Member } from '../../../contracts/member.ts'
import { type Locale, Problem, isProblem } from '../../../contracts/problem.ts'
import type { Caller as Person } from '../../../platform/auth/access-token.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import { violates } from '../../../platform/database/database.ts'
import { dayOf, toLocal } from '../../../rules/time.ts'
import type { z } from 'zod'
import { sellerOf } from '../orders/offers.ts'
import { sendMail } from '../orders/order-mails.ts'
import { ownsTeam, type Tx } from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import * as invitations from './invitations.store.ts'
import { tendSeats } from './seats.ts'
import { acceptedMail, invitationMail } from './team-mails.ts'
import * as store from './teams.store.ts'

const lifetimeMs = invitationDays * 24 * 60 * 60_000

/** The space that sells, and the time and day it is there. */
export async function hereAndNow(parts: Ordering) {
  const { space, settings } = await sellerOf(parts)
  const now = parts.clock()
  const zone = space.timezone
  return { now, zone, today: dayOf(toLocal(now, zone)), seller: settings.seller.name, space: space.id }
}

/**
 * Invites an address in the transaction of the caller, who holds the team; an address that is invited already gets a new
 * link. No more people are invited than there are free seats, which acceptance alone takes.
 * @throws Problem `teamFull`
 */
export async function invite(
  { siteUrl }: Ordering,
  tx: Tx,
  asked: { team: store.StoredTeam; email: string; inviter: Member; locale: Locale },
  here: Awaited<ReturnType<typeof hereAndNow>>,
): Promise<void> {
  const { team, inviter, locale } = asked
  const email = asked.email.toLowerCase()
  const open = (await invitations.openOf(tx, team.id)).filter(({ expiresAt }) => expiresAt > here.now)
  const taken = (await store.holdingsOf(tx, team.id)).length
  const others = open.filter((each) => each.email !== email).length
  if (taken + others >= (await store.seatCount(tx, team.id))) throw new Problem('teamFull')
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(here.now.getTime() + lifetimeMs)
  await invitations.put(tx, {
    teamId: team.id,
    email,
    invitedBy: inviter.id,
    locale,
    tokenHash: hashOf(token),
    sentAt: here.now,
    expiresAt,
  })
  const { zone, seller } = here
  const to = { firstName: '', name: '', address: email }
  const mail = { seller, siteUrl, locale, to, team: team.name, zone }
  await sendMail(tx, invitationMail({ ...mail, inviter: nameOf(inviter), token, until: expiresAt }))
}

/** Returns an invitation to whoever has its link; null for an unknown one. */
export async function invitationOf(parts: Ordering, token: string): Promise<Invitation | null> {
  const { db, connector } = parts
  const found = await invitations.byToken(db, hashOf(token))
  const team = found && (await store.findTeam(db, found.teamId))
  if (!found || !team) return null
  const { now, today } = await hereAndNow(parts)
  const inviter = await connector.member(found.invitedBy)
  const isOver =
    found.state !== 'open' || found.expiresAt <= now || !(await store.givesSeats(db, team.id, today))
  const isFull = (await store.holdingsOf(db, team.id)).length >= (await store.seatCount(db, team.id))
  const state = isOver ? 'over' : isFull ? 'full' : 'open'
  return { team: team.name, inviter: inviter ? nameOf(inviter) : team.name, email: found.email, state }
}

/**
 * Gives the caller the seat that they were invited to. Somebody new becomes a member first, by the key of the invitation,
 * so that a repeat after a crash makes no second one; then the seat is taken in one transaction, and the workshop system
 * learns it afterwards.
 * @throws Problem `notFound` for a link that is over, `forbidden` for an account with another or an unconfirmed address,
 *   `noMember` when the person is new and says no name, `teamFull`, `hasTeam`, `upstreamUnavailable`
 */
export async function accept(
  parts: Ordering,
  callers: Pick<Callers, 'memberOf'>,
  { token, person: typed }: z.output<typeof InvitationAccept>,
  { person, locale }: { person: Person; locale: Locale },
): Promise<void> {
  const { db } = parts
  const found = await invitations.byToken(db, hashOf(token))
  if (!found) throw new Problem('notFound')
  if (!person.emailVerified || person.email?.toLowerCase() !== found.email) throw new Problem('forbidden')
  const seen = await invitationOf(parts, token)
  const known = await callers.memberOf(person)
  if (seen?.state === 'over') {
    // The answer of the first call was lost.
    if (known !== null && found.state === 'accepted' && (await hasSeatIn(parts, found.teamId, known))) return
    throw new Problem('notFound')
  }
  if (seen?.state === 'full') throw new Problem('teamFull')
  if (known === null && !typed) throw new Problem('noMember')
  const member = known ?? (await newMember(parts, found, { ...typed, locale }))
  await takeInvited(parts, found, member)
  await tendSeats(parts)
}

async function hasSeatIn({ db }: Ordering, team: number, member: number): Promise<boolean> {
  return (await store.holdingsOf(db, team)).some(({ memberId }) => memberId === member)
}

async function newMember(
  parts: Ordering,
  { id, email }: invitations.StoredInvitation,
  typed: { firstName?: string; lastName?: string; dateOfBirth?: string; locale: Locale },
): Promise<number> {
  const { firstName = '', lastName = '', dateOfBirth, locale } = typed
  const { space } = await hereAndNow(parts)
  const member = {
    email,
    firstName,
    lastName,
    language: locale,
    space,
    ...(dateOfBirth !== undefined && { dateOfBirth }),
  }
  try {
    const wanted = { member, packages: [], credits: [], trainings: [] }
    return (await parts.connector.grant(`invitation-${id}`, wanted)).member
  } catch (error) {
    // An earlier call has made the member, perhaps with another name: the account is found by its address.
    const [own] =
      isProblem(error) && ['emailTaken', 'keyReused'].includes(error.code)
        ? await parts.connector.membersByEmail(email)
        : []
    if (!own) throw error
    return own.id
  }
}

/** Takes the seat: the team's lock and the rows of its seats let no more people in than there are. */
async function takeInvited(
  parts: Ordering,
  { id, teamId, email }: invitations.StoredInvitation,
  memberId: number,
): Promise<void> {
  const { db, connector, siteUrl } = parts
  const here = await hereAndNow(parts)
  const [member, team] = [await connector.member(memberId), await store.findTeam(db, teamId)]
  const owner = team && (await connector.member(team.ownerId))
  try {
    await db.transaction().execute(async (tx) => {
      const held = await store.lockTeam(tx, teamId)
      if (!held || !(await store.givesSeats(tx, teamId, here.today))) throw new Problem('notFound')
      if (!(await invitations.end(tx, { id, state: 'accepted', now: here.now })))
        throw new Problem('notFound')
      if (held.ownerId !== memberId && (await ownsTeam(tx, memberId))) throw new Problem('hasTeam')
      const seat = { team: teamId, member: memberId, role: 'member' as const, today: here.today }
      if ((await store.takeSeat(tx, seat)) === null) throw new Problem('teamFull')
      if (!owner) return
      const person = member ? nameOf(member) : email
      await sendMail(tx, acceptedMail({ ...toldTo(owner), ...here, siteUrl, team: held.name, person }))
    })
  } catch (error) {
    throw violates(error, 'seat_holding_one_per_member') ? new Problem('hasTeam', { cause: error }) : error
  }
}

/** A member as the reader of a mail. */
export function toldTo({ firstName, lastName, emailAddress, language }: Member) {
  return {
    locale: localeOfMember({ language }),
    to: { firstName, name: `${firstName} ${lastName}`.trim(), address: emailAddress },
  }
}

export function nameOf({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
