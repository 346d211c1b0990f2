import type { Member } from '../../../contracts/member.ts'
import type { Team } from '../../../contracts/team.ts'
import { isProblem } from '../../../contracts/problem.ts'
import { toCents } from '../../../rules/money.ts'
import { centsForSeats, mayEndSeat, mayInTeam, mostSeats, type TeamRole } from '../../../rules/team.ts'
import { type Day, dayOf, toLocal } from '../../../rules/time.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { contractView } from '../subscriptions/cancelling.ts'
import { liveOfTeam, type StoredSubscription } from '../subscriptions/subscriptions.store.ts'
import * as invitations from './invitations.store.ts'
import { hereAndNow, nameOf } from './inviting.ts'
import * as store from './teams.store.ts'

/** Choices above the seats that a team has. */
const moreSeats = 20

/** Returns the role of a member in a team; null for somebody who has no part in it. */
export function roleOf(
  member: number,
  { ownerId }: Pick<store.StoredTeam, 'ownerId'>,
  holdings: readonly store.Holding[],
): TeamRole | null {
  if (member === ownerId) return 'owner'
  return holdings.find(({ memberId }) => memberId === member)?.role ?? null
}

/** Returns the team of a member as their role may see it; null when they belong to none. */
export async function teamView(parts: Ordering, member: number): Promise<Team | null> {
  const { db } = parts
  const team = await store.teamOf(db, member)
  const order = team && (await orders.findOrder(db, 'id', team.id))
  if (!team || !order?.offer) return null
  const holdings = await store.holdingsOf(db, team.id)
  const role = roleOf(member, team, holdings)
  if (!role) return null
  const { now, zone, today } = await hereAndNow(parts)
  const shared = await sharedCredits(parts, team.id, today)
  const contract = await liveOfTeam(db, team.id)
  const open = mayInTeam(role, 'invite') ? await invitations.openOf(db, team.id) : []
  return {
    id: team.id,
    name: team.name,
    role,
    packageName: order.offer.name,
    seats: await store.seatCount(db, team.id),
    isSuspended: contract?.state === 'suspended',
    people: await peopleOf(parts, { team, holdings, member, role, used: shared?.used ?? null }),
    nextOwner: await nextOwnerOf(parts, { team, holdings, member, now, zone }),
    invitations: open.map(({ id, email, expiresAt }) => ({
      id,
      email,
      expiresOn: dayOf(toLocal(expiresAt, zone)),
      isOver: expiresAt <= now,
    })),
    credits: shared?.credits ?? null,
    contract:
      role === 'owner' && contract
        ? await contractOf(parts, contract, {
            team,
            order,
            taken: holdings.length,
            isShared: shared !== null,
          })
        : null,
  }
}

/** Returns the person who is asked to own a team, for the owner and that person. */
async function nextOwnerOf(
  { connector }: Ordering,
  {
    team,
    holdings,
    member,
    now,
    zone,
  }: Pick<Seen, 'team' | 'holdings' | 'member'> & { now: Date; zone: string },
): Promise<Team['nextOwner']> {
  const { ownerId, nextOwnerId: asked, nextOwnerUntil: until } = team
  if (asked === null || until === null || until <= now) return null
  if (member !== ownerId && member !== asked) return null
  if (!holdings.some(({ memberId }) => memberId === asked)) return null
  const name = shownName(await connector.member(asked), asked)
  return { name, isSelf: member === asked, until: dayOf(toLocal(until, zone)) }
}

interface Seen {
  team: store.StoredTeam
  holdings: store.Holding[]
  member: number
  role: TeamRole
  /** Shared credits spent, by member; null = nothing is shared. */
  used: ReadonlyMap<number, number> | null
}

async function peopleOf(
  { connector }: Ordering,
  { team, holdings, member, role, used }: Seen,
): Promise<Team['people']> {
  const owner = holdings.find(({ memberId }) => memberId === team.ownerId)
  const others = holdings.filter((each) => each !== owner)
  const rows = [{ memberId: team.ownerId, seat: owner ?? null }, ...others.map((seat) => ({ ...seat, seat }))]
  const members = await Promise.all(rows.map(({ memberId }) => connector.member(memberId)))
  return rows.map(({ memberId, seat }, index) => {
    const theirs = roleOf(memberId, team, holdings) ?? 'member'
    const isSelf = memberId === member
    const maySee = isSelf || role !== 'member'
    return {
      seat: seat?.id ?? null,
      name: shownName(members[index] ?? null, memberId),
      role: theirs,
      isSelf,
      since: seat?.takenOn ?? null,
      canBeEnded: seat !== null && !isSelf && mayEndSeat(role, theirs),
      usedCents: used && maySee ? (used.get(memberId) ?? 0) : null,
    }
  })
}

/** Somebody who has left the workshop system keeps the seat until it is taken back. */
function shownName(member: Member | null, id: number): string {
  return member ? nameOf(member) : `#${id}`
}

async function sharedCredits({ connector }: Ordering, team: number, day: Day) {
  const found = await connector.teamCredits(team, { day }).catch((error: unknown) => {
    if (isProblem(error) && error.code === 'notSupported') return null
    throw error
  })
  if (!found) return null
  const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + toCents(amount), 0)
  const lastDays = found.credits.flatMap(({ untilDate }) => (untilDate === null ? [] : [untilDate]))
  return {
    used: new Map(found.uses.map(({ member, amount }) => [member, toCents(amount)])),
    credits: {
      amountCents: sum(found.credits.map(({ amount }) => amount)),
      remainingCents: sum(found.credits.map(({ remaining }) => remaining)),
      untilDate: lastDays.toSorted()[0] ?? null,
    },
  }
}

interface ContractOf {
  team: store.StoredTeam
  order: orders.StoredOrder
  /** Number of seats that have a person. */
  taken: number
  /** The seats share their credits. */
  isShared: boolean
}

async function contractOf(
  parts: Ordering,
  held: StoredSubscription,
  { team, order, taken, isShared }: ContractOf,
): Promise<Team['contract']> {
  const view = await contractView(parts, held)
  if (!view) return null
  const seats = await store.seatCount(parts.db, team.id)
  const sold = order.rights.seats ?? seats
  const forSeats = (cents: number, count: number) => centsForSeats(cents, { sold, seats: count })
  const most = Math.min(mostSeats, Math.max(seats, sold) + moreSeats)
  const counts = Array.from({ length: most }, (_, index) => index + 1).filter((count) => count >= taken)
  return {
    ...view,
    nextSeats: Math.max(team.nextSeats ?? seats, taken),
    choices: counts.map((count) => ({
      seats: count,
      priceCents: forSeats(order.totalCents, count),
      creditCents: isShared ? forSeats(order.rights.creditCents, count) : null,
    })),
  }
}
