import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { Tx } from '../orders/orders.store.ts'
import { type CourseRun, runs, type StoredPlace, toPlace } from './places.store.ts'

/** Whether a payment of the order is on its way: nothing else ends its hold. */
const isPending = sql<boolean>`exists (select from payment
  where payment.order_id = course_place.order_id and payment.state = 'pending')`

/** Returns orders of places that a debit books, and of booked ones whose debit was refused. */
export function debitsToFollow(db: Database) {
  return db
    .selectFrom('coursePlace')
    .innerJoin('customerOrder', 'customerOrder.id', 'coursePlace.orderId')
    .innerJoin('courseDate', 'courseDate.id', 'coursePlace.dateId')
    .select('customerOrder.id')
    .where('customerOrder.state', 'in', ['placed', 'expired'])
    .where('customerOrder.paysBy', '=', 'provider')
    .where('courseDate.state', '=', 'planned')
    .where((is) =>
      is.or([
        is('coursePlace.state', '=', 'held').and(isPending),
        is('coursePlace.state', 'in', ['booked', 'attended', 'missed']).and(is.not(isPending)),
      ]),
    )
    .orderBy('coursePlace.id')
    .limit(50)
    .execute()
}

/** Returns held places whose time is over and whose order is not paid, with the order. */
export function overdueHolds(db: Database, now: Date) {
  return db
    .selectFrom('coursePlace')
    .innerJoin('customerOrder', 'customerOrder.id', 'coursePlace.orderId')
    .select(['coursePlace.id', 'coursePlace.heldUntil', 'customerOrder.id as orderId'])
    .where('coursePlace.state', '=', 'held')
    .where('coursePlace.heldUntil', '<=', now)
    .where('customerOrder.state', 'in', ['placed', 'expired', 'cancelled'])
    .where(({ not }) => not(isPending))
    .orderBy('coursePlace.heldUntil')
    .limit(50)
    .execute()
}

/** Returns offers whose time is over. */
export async function overdueOffers(db: Database, now: Date): Promise<StoredPlace[]> {
  const rows = await db
    .selectFrom('coursePlace')
    .selectAll()
    .where('state', '=', 'offered')
    .where('offeredUntil', '<=', now)
    .orderBy('offeredUntil')
    .limit(50)
    .execute()
  return rows.map(toPlace)
}

/** Returns dates to come that have free seats and people who wait for them. @param local wall clock of the space */
export async function datesToOffer(db: Database, local: string): Promise<number[]> {
  const rows = await db
    .selectFrom('courseDate')
    .select('id')
    .where('state', '=', 'planned')
    .where('fromDateTime', '>', local)
    .where(sql<boolean>`exists (select from course_place where date_id = course_date.id and state = 'waiting'
      and party <= course_date.seats - course_date.reserved_seats - course_date.taken)`)
    .orderBy('fromDateTime')
    .limit(50)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns places that were cancelled late and not paid back in full, the first cancelled first, on dates that are not over: a seat
 * that was held as its date began may be paid after that.
 * @param local wall clock of the space
 */
export async function lateCancelled(db: Database, local: string): Promise<StoredPlace[]> {
  const rows = await db
    .selectFrom('coursePlace')
    .innerJoin('courseDate', 'courseDate.id', 'coursePlace.dateId')
    .innerJoin('customerOrder', 'customerOrder.id', 'coursePlace.orderId')
    .selectAll('coursePlace')
    .where('coursePlace.state', '=', 'cancelled')
    .where('coursePlace.cancelledBy', '=', 'person')
    .where('courseDate.state', '=', 'planned')
    .where('courseDate.untilDateTime', '>', local)
    .where(sql<boolean>`refund_cents < price_cents`)
    // A hold or an offer that was given up has an order, too, which nobody has paid.
    .where((is) => is.or([is('customerOrder.state', '=', 'fulfilled'), is('refundCents', '>', 0), isPending]))
    .orderBy('cancelledAt')
    .orderBy('coursePlace.id')
    .limit(200)
    .execute()
  return rows.map(toPlace)
}

/** Returns how many seats of a date nobody has booked: they are free, offered, or held by somebody who may not pay. */
export async function untakenSeats(db: Database, date: number): Promise<number> {
  const row = await db
    .selectFrom('courseDate')
    .select(
      sql<number>`(seats - reserved_seats - coalesce((select sum(party) from course_place
        where date_id = course_date.id and state in ('booked', 'attended', 'missed')), 0))::int`.as(
        'untaken',
      ),
    )
    .where('id', '=', date)
    .executeTakeFirstOrThrow()
  return row.untaken
}

/** Returns cancelled places whose invoice still says the price before the refund. */
export async function uncorrected(db: Database): Promise<StoredPlace[]> {
  const rows = await db
    .selectFrom('coursePlace')
    .innerJoin('customerOrder', 'customerOrder.id', 'coursePlace.orderId')
    .selectAll('coursePlace')
    .where('coursePlace.state', '=', 'cancelled')
    .where('refundCents', '>', 0)
    .where('customerOrder.invoiceId', 'is not', null)
    .where(
      sql<boolean>`(not exists (select from invoice where cancels = customer_order.invoice_id)
        or (refund_cents < price_cents and not exists (
          select from invoice where purpose = 'course-kept-' || customer_order.number))
        or (refund_cents = price_cents and exists (
          select from invoice kept where kept.purpose = 'course-kept-' || customer_order.number
            and not exists (select from invoice where cancels = kept.id))))`,
    )
    .orderBy('coursePlace.id')
    .limit(50)
    .execute()
  return rows.map(toPlace)
}

/** Returns dates to come that need a number of people, and of which it is not decided whether they take place. */
export function undecidedRuns(db: Database, local: string): Promise<CourseRun[]> {
  return runs(db)
    .where('courseDate.state', '=', 'planned')
    .where('courseDate.minimumDecidedAt', 'is', null)
    .where('course.minParticipants', 'is not', null)
    .where('course.state', '<>', 'draft')
    .where('courseDate.fromDateTime', '>', local)
    .orderBy('courseDate.fromDateTime')
    .execute()
}

/** Returns how many people of a date have a place, and how many are paying for one. */
export async function countPeople(tx: Tx, date: number): Promise<{ booked: number; held: number }> {
  const rows = await tx
    .selectFrom('coursePlace')
    .select(['state', ({ fn }) => fn.sum<string>('party').as('people')])
    .where('dateId', '=', date)
    .where('state', 'in', ['booked', 'held'])
    .groupBy('state')
    .execute()
  const people = (state: string) => Number(rows.find((row) => row.state === state)?.people ?? 0)
  return { booked: people('booked'), held: people('held') }
}

/** Returns live places of dates that were called off. */
export async function liveOnCalledOff(db: Database): Promise<StoredPlace[]> {
  const rows = await db
    .selectFrom('coursePlace')
    .innerJoin('courseDate', 'courseDate.id', 'coursePlace.dateId')
    .selectAll('coursePlace')
    .where('courseDate.state', '=', 'cancelled')
    .where('coursePlace.state', 'in', ['held', 'waiting', 'offered', 'booked'])
    .where((is) => is.or([is('coursePlace.state', '<>', 'held'), is.not(isPending)]))
    .orderBy('coursePlace.id')
    .limit(200)
    .execute()
  return rows.map(toPlace)
}
