import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { type StoredPlace, toPlace } from './places.store.ts'

/** Returns held places whose time is over and whose order is not paid, with the order. */
export function overdueHolds(db: Database, now: Date) {
  return db
    .selectFrom('coursePlace')
    .innerJoin('customerOrder', 'customerOrder.id', 'coursePlace.orderId')
    .select(['coursePlace.id', 'coursePlace.heldUntil', 'customerOrder.id as orderId'])
    .where('coursePlace.state', '=', 'held')
    .where('coursePlace.heldUntil', '<=', now)
    .where('customerOrder.state', 'in', ['placed', 'expired', 'cancelled'])
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

/** Returns dates to come that have free seats and people who wait for them. */
export async function datesToOffer(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('courseDate')
    .select('id')
    .where('state', '=', 'planned')
    .where(sql<boolean>`exists (select from course_place where date_id = course_date.id and state = 'waiting'
      and party <= course_date.seats - course_date.reserved_seats - course_date.taken)`)
    .limit(50)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns places that were cancelled late, on dates to come, and not paid back in full, the first cancelled first. */
export async function lateCancelled(db: Database): Promise<StoredPlace[]> {
  const rows = await db
    .selectFrom('coursePlace')
    .innerJoin('courseDate', 'courseDate.id', 'coursePlace.dateId')
    .selectAll('coursePlace')
    .where('coursePlace.state', '=', 'cancelled')
    .where('coursePlace.cancelledBy', '=', 'person')
    .where('coursePlace.orderId', 'is not', null)
    .where('courseDate.state', '=', 'planned')
    .where(sql<boolean>`refund_cents < price_cents`)
    .orderBy('cancelledAt')
    .orderBy('coursePlace.id')
    .limit(200)
    .execute()
  return rows.map(toPlace)
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

/** Returns live places of dates that were called off. */
export async function liveOnCalledOff(db: Database): Promise<StoredPlace[]> {
  const rows = await db
    .selectFrom('coursePlace')
    .innerJoin('courseDate', 'courseDate.id', 'coursePlace.dateId')
    .selectAll('coursePlace')
    .where('courseDate.state', '=', 'cancelled')
    .where('coursePlace.state', 'in', ['held', 'waiting', 'offered', 'booked'])
    .orderBy('coursePlace.id')
    .limit(200)
    .execute()
  return rows.map(toPlace)
}
