import type { Member } from '../../../contracts/member.ts'
import { type Locale, Problem } from '../../../contracts/problem.ts'
import type { TeamChange } from '../../../contracts/team.ts'
import { violates } from '../../../platform/database/database.ts'
import { mayEndSeat, mayInTeam, type TeamRole } from '../../../rules/team.ts'
import { sendMail } from '../orders/order-mails.ts'
import type { Tx } from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { cancelContract } from '../subscriptions/cancelling.ts'
import { liveOfTeam, lockOfTeam } from '../subscriptions/subscriptions.store.ts'
import { askToTakeOver, dropHandOver, takeOver } from './handing-over.ts'
import * as invitations from './invitations.store.ts'
import { hereAndNow, invite, toldTo } from './inviting.ts'
import { tendSeats } from './seats.ts'
import { endedMail } from './team-mails.ts'
import * as store from './teams.store.ts'
import { roleOf } from './view.ts'

interface Asked {
  /** Id of the member who asks. */
  member: number
  change: TeamChange
  locale: Locale
}

/**
 * Changes the team of a member as their role allows, in one transaction under the lock of the team; the workshop system
 * learns it afterwards.
 * @throws Problem `notFound` without a team, and for a seat or an invitation of another; `forbidden` for a role that may
 *   not; `teamFull`, `hasTeam`, `invoiceOpen`, `conflict`, `invalidInput`
 */
export async function changeTeam(parts: Ordering, asked: Asked): Promise<void> {
  const { db, connector } = parts
  const { member, change } = asked
  const team = await store.teamOf(db, member)
  if (!team) throw new Problem('notFound')
  if (change.kind === 'cancel') return cancel(parts, team, asked, change.isCancelled)
  // Asked before: no transaction waits for another service.
  const here = await hereAndNow(parts)
  const people = await peopleOf(parts, team, member)
  const self = people.get(member) ?? (await connector.member(member))
  if (!self) throw new Problem('notFound')
  try {
    await db.transaction().execute(async (tx) => {
      // The contract before the team, as a renewal does.
      if (change.kind === 'takeOver') await lockOfTeam(tx, team.id)
      const held = await store.lockTeam(tx, team.id)
      const holdings = await store.holdingsOf(tx, team.id)
      const role = held && roleOf(member, held, holdings)
      if (!held || !role) throw new Problem('notFound')
      if (!mayInTeam(role, change.kind)) throw new Problem('forbidden')
      await apply(parts, tx, { ...asked, team: held, holdings, role, self, people, here })
    })
  } catch (error) {
    throw violates(error, 'seat_holding_one_per_member') ? new Problem('hasTeam', { cause: error }) : error
  }
  await tendSeats(parts)
}

interface Given extends Asked {
  team: store.StoredTeam
  holdings: store.Holding[]
  role: TeamRole
  self: Member
  people: ReadonlyMap<number, Member>
  here: Awaited<ReturnType<typeof hereAndNow>>
}

async function apply(parts: Ordering, tx: Tx, given: Given): Promise<void> {
  const { change, team, holdings, self, here, locale, member } = given
  switch (change.kind) {
    case 'invite':
      return invite(parts, tx, { team, email: change.email, inviter: self, locale }, here)
    case 'resend': {
      const { email } = await invitationIn(tx, team, change.invitation)
      return invite(parts, tx, { team, email, inviter: self, locale }, here)
    }
    case 'revoke': {
      const { id } = await invitationIn(tx, team, change.invitation)
      await invitations.end(tx, { id, state: 'revoked', now: here.now })
      return
    }
    case 'endSeat':
      return endSeat(parts, tx, given, seatIn(holdings, change.seat))
    case 'leave': {
      const own = holdings.find(({ memberId }) => memberId === member)
      if (own) await store.endHolding(tx, own.id, here.today)
      return
    }
    case 'takeSeat': {
      if (!(await store.givesSeats(tx, team.id, here.today))) throw new Problem('conflict')
      if (holdings.some(({ memberId }) => memberId === member)) return
      const seat = await store.takeSeat(tx, { team: team.id, member, role: 'manager', today: here.today })
      if (seat === null) throw new Problem('teamFull')
      return
    }
    case 'setRole':
      return store.setRole(tx, seatIn(holdings, change.seat).id, change.role)
    case 'handOver':
      return askToTakeOver(parts, tx, given, seatIn(holdings, change.seat))
    case 'dropHandOver':
      return dropHandOver(parts, tx, given)
    case 'takeOver':
      return takeOver(parts, tx, given)
    case 'setSeats': {
      if (change.seats < holdings.length) throw tooFew(holdings.length)
      return store.changeTeam(tx, team.id, { nextSeats: change.seats })
    }
  }
}

/** Takes the seat of another person back; today is its last day. */
async function endSeat(
  { siteUrl }: Ordering,
  tx: Tx,
  { team, holdings, role, people, here }: Given,
  seat: store.Holding,
): Promise<void> {
  if (!mayEndSeat(role, roleOf(seat.memberId, team, holdings) ?? 'member')) throw new Problem('forbidden')
  const person = people.get(seat.memberId)
  if ((await store.endHolding(tx, seat.id, here.today)) && person)
    await sendMail(tx, endedMail({ ...toldTo(person), seller: here.seller, siteUrl, team: team.name }))
}

async function cancel(
  parts: Ordering,
  team: store.StoredTeam,
  { member }: Asked,
  isCancelled: boolean,
): Promise<void> {
  const role = roleOf(member, team, await store.holdingsOf(parts.db, team.id))
  if (!role) throw new Problem('notFound')
  if (!mayInTeam(role, 'cancel')) throw new Problem('forbidden')
  const contract = await liveOfTeam(parts.db, team.id)
  if (!contract) throw new Problem('notFound')
  await cancelContract(parts, contract, isCancelled)
}

/** The members that mails may be about: the person who asks, the owner, and those with seats. */
async function peopleOf(
  { db, connector }: Ordering,
  team: store.StoredTeam,
  self: number,
): Promise<Map<number, Member>> {
  const ids = new Set([
    self,
    team.ownerId,
    ...(await store.holdingsOf(db, team.id)).map(({ memberId }) => memberId),
  ])
  const found = await Promise.all([...ids].map((id) => connector.member(id)))
  return new Map(found.flatMap((each) => (each ? [[each.id, each] as const] : [])))
}

function seatIn(holdings: store.Holding[], id: number): store.Holding {
  const seat = holdings.find((each) => each.id === id)
  if (!seat) throw new Problem('notFound')
  return seat
}

async function invitationIn(tx: Tx, team: store.StoredTeam, id: number) {
  const found = (await invitations.openOf(tx, team.id)).find((each) => each.id === id)
  if (!found) throw new Problem('notFound')
  return found
}

function tooFew(taken: number): Problem {
  const errors = [{ field: 'change.seats', message: `at least ${taken}` }]
  return new Problem('invalidInput', { errors, params: { field: 'seats' } })
}
