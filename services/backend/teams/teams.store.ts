import { type Selectable, sql } from 'kysely'
import type { SeatHoldingTable, TeamTable } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { TeamRole } from '../../../rules/team.ts'
import type { Day } from '../../../rules/time.ts'
import type { Tx } from '../orders/orders.store.ts'

export type StoredTeam = Selectable<TeamTable>

/** The time of a person on a seat. */
export interface Holding extends Omit<Selectable<SeatHoldingTable>, 'role'> {
  role: Exclude<TeamRole, 'owner'>
}

/** Whether the contract of a team goes on. The statement reads from `team`. */
const isLive = sql<boolean>`exists (select from subscription where team_id = team.id and state <> 'ended')`

export async function insertTeam(
  tx: Tx,
  { seats, ...row }: Omit<StoredTeam, 'nextSeats' | 'nextOwnerId' | 'nextOwnerUntil'> & { seats: number },
): Promise<void> {
  await tx.insertInto('team').values(row).execute()
  await addSeats(tx, row.id, seats)
}

/** Adds seats behind the ones there are. */
async function addSeats(tx: Tx, team: number, count: number): Promise<void> {
  await sql`insert into team_seat (team_id, number)
    select ${team}::int, n + (select coalesce(max(number), 0) from team_seat where team_id = ${team})
    from generate_series(1, ${count}::int) n`.execute(tx)
}

/** Locks a team until the transaction ends: whoever changes its seats does so first. null = there is none. */
export async function lockTeam(tx: Tx, id: number): Promise<StoredTeam | null> {
  const row = await tx.selectFrom('team').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ?? null
}

export async function findTeam(db: Database | Tx, id: number): Promise<StoredTeam | null> {
  return (await db.selectFrom('team').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Returns the team of a member whose contract goes on: the one they have a seat in, or own. null without one. */
export async function teamOf(db: Database | Tx, member: number): Promise<StoredTeam | null> {
  const row = await db
    .selectFrom('team')
    .selectAll()
    .where(isLive)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('ownerId', '=', member),
        exists(
          selectFrom('seatHolding')
            .select('seatHolding.id')
            .whereRef('seatHolding.teamId', '=', 'team.id')
            .where('memberId', '=', member)
            .where('endedOn', 'is', null),
        ),
      ]),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ?? null
}

/** Whether a contract of the team goes on that is neither suspended nor at its end on a day. */
export async function givesSeats(tx: Database | Tx, team: number, today: Day): Promise<boolean> {
  const live = await tx
    .selectFrom('subscription')
    .select('id')
    .where('teamId', '=', team)
    .where('state', 'in', ['active', 'past_due'])
    .where(({ or, eb }) => or([eb('endsOn', 'is', null), eb('endsOn', '>=', today)]))
    .executeTakeFirst()
  return live !== undefined
}

export async function changeTeam(
  tx: Tx,
  id: number,
  change: Partial<Pick<StoredTeam, 'ownerId' | 'nextSeats' | 'nextOwnerId' | 'nextOwnerUntil'>>,
): Promise<void> {
  await tx.updateTable('team').set(change).where('id', '=', id).execute()
}

export async function seatCount(db: Database | Tx, team: number): Promise<number> {
  const { count } = await db
    .selectFrom('teamSeat')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('teamId', '=', team)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Gives a team the number of seats that its next period has; never fewer than are taken. The caller holds the team.
 * @returns how many it has then
 */
export async function resize(tx: Tx, { id, nextSeats }: StoredTeam): Promise<number> {
  const now = await seatCount(tx, id)
  if (nextSeats === null) return now
  if (nextSeats > now) await addSeats(tx, id, nextSeats - now)
  else
    await sql`delete from team_seat where team_id = ${id} and number in (
      select number from team_seat seat where team_id = ${id} and not exists (
        select from seat_holding where team_id = ${id} and seat_holding.number = seat.number)
      order by number desc limit ${now - nextSeats})`.execute(tx)
  await changeTeam(tx, id, { nextSeats: null })
  return seatCount(tx, id)
}

/**
 * Gives a person a free seat. The caller holds the team.
 * @returns null when none is free
 * @throws the database's own error for `seat_holding_one_per_member`: the person has a seat
 */
export async function takeSeat(
  tx: Tx,
  { team, member, role, today }: { team: number; member: number; role: Holding['role']; today: Day },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into seat_holding (team_id, number, member_id, role, taken_on)
    select team_id, number, ${member}::int, ${role}, ${today}::date from team_seat seat
    where team_id = ${team} and not exists (
      select from seat_holding where team_id = ${team} and seat_holding.number = seat.number)
    order by number limit 1
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Whether a member has a seat in no team. */
export async function hasNoSeat(db: Database | Tx, member: number): Promise<boolean> {
  const seat = await db
    .selectFrom('seatHolding')
    .select('id')
    .where('memberId', '=', member)
    .where('endedOn', 'is', null)
    .executeTakeFirst()
  return seat === undefined
}

/** Returns who has the seats of a team, the longest first. */
export async function holdingsOf(db: Database | Tx, team: number): Promise<Holding[]> {
  const rows = await db
    .selectFrom('seatHolding')
    .selectAll()
    .where('teamId', '=', team)
    .where('endedOn', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(toHolding)
}

/** Takes a seat back with a last day; false when that was done before. The workshop system learns it by the job. */
export async function endHolding(tx: Tx, id: number, endedOn: Day): Promise<boolean> {
  const ended = await tx
    .updateTable('seatHolding')
    .set({ number: null, endedOn, isTold: false })
    .where('id', '=', id)
    .where('endedOn', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

export async function setRole(tx: Tx, id: number, role: Holding['role']): Promise<void> {
  await tx.updateTable('seatHolding').set({ role }).where('id', '=', id).execute()
}

/** Ends the seats of teams whose contract has ended, with its last day. */
export async function endSeatsOfEndedTeams(db: Database): Promise<void> {
  await sql`update seat_holding set number = null, is_told = false,
      ended_on = greatest(subscription.ends_on, seat_holding.taken_on)
    from subscription
    where subscription.team_id = seat_holding.team_id and subscription.state = 'ended'
      and seat_holding.ended_on is null`.execute(db)
}

/**
 * Returns seats whose package the workshop system has not given yet, or does not know the end of. One that was taken on the
 * day on which its team was suspended waits for the team.
 * `untilDate`: last day of the package, which a suspended team does not extend
 */
export async function untoldHoldings(
  db: Database,
): Promise<(Holding & { packageId: number; untilDate: Day | null })[]> {
  const rows = await db
    .selectFrom('seatHolding')
    .innerJoin('team', 'team.id', 'seatHolding.teamId')
    .innerJoin('subscription', 'subscription.teamId', 'team.id')
    .selectAll('seatHolding')
    .select('team.packageId')
    .select(sql<Day | null>`least(ended_on, ends_on)`.as('untilDate'))
    .where(({ or, eb }) =>
      or([
        eb('seatHolding.memberPackageId', 'is not', null).and('seatHolding.isTold', '=', false),
        eb('seatHolding.memberPackageId', 'is', null).and(sql<boolean>`coalesce(ends_on >= taken_on, true)`),
      ]),
    )
    .orderBy('seatHolding.id')
    .limit(200)
    .execute()
  return rows.map((row) => ({ ...toHolding(row), packageId: row.packageId, untilDate: row.untilDate }))
}

/** Stores the package of a seat; a contract that ends must tell the workshop system so again. */
export async function storePackage(
  db: Database,
  { id, teamId }: Holding,
  memberPackageId: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The contract first, as whoever takes the team over does.
    await tx
      .updateTable('subscription')
      .set({ isTold: false })
      .where('teamId', '=', teamId)
      .where('endsOn', 'is not', null)
      .execute()
    await tx.updateTable('seatHolding').set({ memberPackageId }).where('id', '=', id).execute()
  })
}

export async function markEndTold(db: Database, id: number): Promise<void> {
  await db.updateTable('seatHolding').set({ isTold: true }).where('id', '=', id).execute()
}

/** Forgets a package that is gone at the workshop system: its seat gets another one, by another key of a grant. */
export async function forgetPackage(db: Database, memberPackageId: number): Promise<void> {
  await sql`update seat_holding set id = default, member_package_id = null
    where member_package_id = ${memberPackageId} and ended_on is null`.execute(db)
}

/** Lets the workshop system be told again of the seats that end on a day or later: their team is not suspended any more. */
export async function tellSeatsAgain(tx: Tx, team: number, from: Day): Promise<void> {
  await tx
    .updateTable('seatHolding')
    .set({ isTold: false })
    .where('teamId', '=', team)
    .where('endedOn', '>=', from)
    .execute()
}

/** Returns the packages of the seats that are taken, and of those that go on for longer than their team does. */
export async function packagesOfTeam(
  db: Database,
  { team, endsOn }: { team: number; endsOn: Day | null },
): Promise<{ member: number; id: number }[]> {
  return db
    .selectFrom('seatHolding')
    .select(['memberId as member', sql<number>`member_package_id`.as('id')])
    .where('teamId', '=', team)
    .where((is) => is.or([is('endedOn', 'is', null), is('endedOn', '>', endsOn)]))
    .where('memberPackageId', 'is not', null)
    .orderBy('seatHolding.id')
    .execute()
}

function toHolding(row: Selectable<SeatHoldingTable>): Holding {
  // The database knows no other roles.
  return row as Holding
}
