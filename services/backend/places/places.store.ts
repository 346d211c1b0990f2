import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { PlaceState } from '../../../contracts/course-place.ts'
import { Locale, Problem } from '../../../contracts/problem.ts'
import type { CourseDateTable, CoursePlaceTable } from '../../../db/tables.gen.ts'
import type { Caller } from '../../../platform/auth/access-token.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Tx } from '../orders/orders.store.ts'

// Lock order, everywhere: order, course_date, course_place. Dates are locked with `no key update`, like the trigger that
// counts their seats does: a stronger lock would wait for the foreign keys of sign-ups that wait for it.

export interface StoredPlace extends Omit<Selectable<CoursePlaceTable>, 'state' | 'locale'> {
  state: PlaceState
  locale: Locale
}

/** A date with its course. Times are wall clock of the space. */
export type CourseRun = NonNullable<Awaited<ReturnType<typeof findRun>>>

const columns = [
  'courseDate.id',
  'courseDate.courseId',
  'courseDate.fromDateTime',
  'courseDate.untilDateTime',
  'courseDate.state',
  'courseDate.signUpUntil',
  'courseDate.placeDe',
  'courseDate.placeEn',
  'courseDate.sequence',
  'courseDate.seats',
  'courseDate.reservedSeats',
  'courseDate.taken',
  'course.state as courseState',
  'course.titleDe',
  'course.titleEn',
  'course.priceCents',
  'course.memberPriceCents',
  'course.vat',
  'course.vatNoteDe',
  'course.vatNoteEn',
  'course.minAge',
  'course.accompaniedBelow',
  'course.freeCancelDays',
  'course.lateRefundPercent',
  'course.minParticipants',
  'course.decideDaysBefore',
  'course.belowMinimum',
  'courseDate.minimumDecidedAt',
] as const

/** Returns a date with its course; null when there is none. */
export async function findRun(db: Database | Tx, date: number) {
  const row = await runs(db).where('courseDate.id', '=', date).executeTakeFirst()
  return row ?? null
}

export function findRuns(db: Database, dates: number[]) {
  return runs(db)
    .where('courseDate.id', 'in', dates.length > 0 ? dates : [0])
    .execute()
}

/** Reads dates with their courses. */
export function runs(db: Database | Tx) {
  return db
    .selectFrom('courseDate')
    .innerJoin('course', 'course.id', 'courseDate.courseId')
    .select(columns)
    .select(sql<number>`course_date.seats - course_date.reserved_seats - course_date.taken`.as('freeSeats'))
}

/** Locks a date until the transaction ends: after an order, before its places. */
export async function lockRun(tx: Tx, date: number): Promise<CourseRun> {
  await tx
    .selectFrom('courseDate')
    .select('id')
    .where('id', '=', date)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const run = await findRun(tx, date)
  if (!run) throw new Error(`There is no date ${date}`)
  return run
}

/** Checks that the place has not gone to somebody else. @throws Problem `conflict` */
export function mustBelongAs(seen: StoredPlace, now: StoredPlace): void {
  if (seen.subject !== now.subject || seen.email !== now.email) throw new Problem('conflict')
}

/** Checks that the person has seen the time of the date. @throws Problem `conflict` when a date was moved meanwhile */
export function mustBeginAs(seen: CourseRun, now: CourseRun): void {
  if (seen.fromDateTime !== now.fromDateTime) throw new Problem('conflict')
}

export function sessionsOf(tx: Database | Tx, date: number) {
  return tx.selectFrom('courseSession').selectAll().where('dateId', '=', date).orderBy('position').execute()
}

/**
 * Adds a place.
 * @throws the database's own error for `course_date_not_oversold`, `course_place_one_per_member`,
 *   `course_place_one_per_email` and `course_place_request_key`
 */
export async function insertPlace(tx: Tx, row: Insertable<CoursePlaceTable>): Promise<StoredPlace> {
  return toPlace(await tx.insertInto('coursePlace').values(row).returningAll().executeTakeFirstOrThrow())
}

/** The next number of the waiting lists. */
export async function nextInQueue(tx: Tx): Promise<number> {
  const { rows } = await sql<{ next: number }>`select nextval('course_place_queue')::int as next`.execute(tx)
  return rows[0]?.next ?? 0
}

/** The number that comes before all who wait for a date. */
export async function firstInQueue(tx: Tx, date: number): Promise<number> {
  const row = await tx
    .selectFrom('coursePlace')
    .select((place) => place.fn.min('queue').as('first'))
    .where('dateId', '=', date)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return Math.min(row?.first ?? 0, 0) - 1
}

export async function findPlace(db: Database | Tx, id: number): Promise<StoredPlace | null> {
  const row = await db.selectFrom('coursePlace').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toPlace(row) : null
}

export async function findByKey(
  db: Database,
  { subject, requestKey }: { subject: string; requestKey: string },
): Promise<StoredPlace | null> {
  const row = await db
    .selectFrom('coursePlace')
    .selectAll()
    .where('subject', '=', subject)
    .where('requestKey', '=', requestKey)
    .executeTakeFirst()
  return row ? toPlace(row) : null
}

/** Returns the place that an order pays; the newest, should there be several. */
export async function findByOrder(db: Database | Tx, order: number): Promise<StoredPlace | null> {
  const row = await db
    .selectFrom('coursePlace')
    .selectAll()
    .where('orderId', '=', order)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ? toPlace(row) : null
}

/** Locks a place until the transaction ends; the caller holds the lock of its date. */
export async function lockPlace(tx: Tx, id: number): Promise<StoredPlace> {
  const row = await tx
    .selectFrom('coursePlace')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return toPlace(row)
}

type Change = Partial<
  Pick<
    StoredPlace,
    | 'state'
    | 'memberId'
    | 'orderId'
    | 'priceCents'
    | 'heldUntil'
    | 'offeredUntil'
    | 'queue'
    | 'cancelledAt'
    | 'cancelledBy'
    | 'refundCents'
    | 'movedFrom'
    | 'paymentFailedAt'
  >
>

export async function changePlace(tx: Tx, id: number, change: Change): Promise<StoredPlace> {
  const row = await tx
    .updateTable('coursePlace')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPlace(row)
}

/**
 * Gives a place to another person, whose account is not known yet.
 * @throws the database's own error for `course_place_one_per_member` and `course_place_one_per_email`
 */
export async function giveTo(
  tx: Tx,
  id: number,
  person: Pick<StoredPlace, 'memberId' | 'firstName' | 'lastName' | 'email' | 'bornOn'> & {
    substitutedAt: Date
  },
): Promise<StoredPlace> {
  // The former person's consents and guardian are not this person's.
  const nothing = { subject: null, isGuest: false, guardian: null, checked: null, requestKey: null }
  await tx.deleteFrom('coursePlaceLink').where('placeId', '=', id).execute()
  const row = await tx
    .updateTable('coursePlace')
    .set({ ...person, ...nothing })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPlace(row)
}

/**
 * Returns the places of a person as `placesOf` does, with those that others have given to the confirmed address, and those that
 * it took as a guest.
 */
export async function ownPlaces(
  db: Database,
  { subject, email, emailVerified }: Caller,
  member: number | null,
): Promise<StoredPlace[]> {
  if (email && emailVerified) await bindGiven(db, { subject, email })
  return placesOf(db, { subject, member })
}

async function bindGiven(
  db: Database,
  { subject, email }: { subject: string; email: string },
): Promise<void> {
  await db
    .updateTable('coursePlace')
    // All sign-ups of guests have the same key, and an account may get several of them.
    .set({ subject, requestKey: null })
    .where((is) =>
      is.or([
        is('subject', 'is', null).and('substitutedAt', 'is not', null),
        is('isGuest', '=', true).and('subject', 'like', 'guest|%'),
      ]),
    )
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .execute()
}

/** Whether the person of a place has another live one on its date. */
export async function hasOther(tx: Tx, { id, dateId, memberId, email }: StoredPlace): Promise<boolean> {
  const other = await tx
    .selectFrom('coursePlace')
    .select('id')
    .where('dateId', '=', dateId)
    .where('id', '<>', id)
    .where('state', 'not in', ['cancelled', 'ended'])
    .where((is) =>
      is.or([
        is('memberId', '=', memberId ?? 0),
        is(sql<string>`lower(email)`, '=', (email ?? '').toLowerCase()),
      ]),
    )
    .executeTakeFirst()
  return other !== undefined
}

/** Returns the places of an account, and those of its member from before accounts could sign up; the latest first. */
export async function placesOf(
  db: Database,
  { subject, member }: { subject: string; member: number | null },
): Promise<StoredPlace[]> {
  const rows = await db
    .selectFrom('coursePlace')
    .selectAll()
    .where((is) =>
      is.or([
        is('subject', '=', subject),
        ...(member === null ? [] : [is('memberId', '=', member).and('subject', 'is', null)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
  return rows.map(toPlace)
}

/** Returns those who wait for a date, in their order. */
export async function waitingFor(tx: Database | Tx, date: number): Promise<StoredPlace[]> {
  const rows = await tx
    .selectFrom('coursePlace')
    .selectAll()
    .where('dateId', '=', date)
    .where('state', '=', 'waiting')
    .orderBy('queue')
    .orderBy('id')
    .execute()
  return rows.map(toPlace)
}

/** Returns how many wait before a place. */
export async function waitBefore(db: Database, { dateId, queue, id }: StoredPlace): Promise<number> {
  const { count } = await db
    .selectFrom('coursePlace')
    .select((place) => place.fn.countAll<string>().as('count'))
    .where('dateId', '=', dateId)
    .where('state', '=', 'waiting')
    .where(sql<boolean>`(queue, id) < (${queue}, ${id})`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Changes a date, which the caller has locked; calendars learn that their entry is another one. */
export async function changeRun(
  tx: Tx,
  date: number,
  change: Pick<
    Updateable<CourseDateTable>,
    'seats' | 'fromDateTime' | 'untilDateTime' | 'signUpUntil' | 'minimumDecidedAt'
  > & {
    state?: 'cancelled'
    updatedAt: Date
  },
): Promise<void> {
  await tx
    .updateTable('courseDate')
    .set({ ...change, sequence: sql`sequence + 1` })
    .where('id', '=', date)
    .execute()
}

/** Returns dates from a time on, in order. */
export function comingRuns(db: Database, from: string) {
  return runs(db)
    .where('courseDate.untilDateTime', '>=', from)
    .orderBy('courseDate.fromDateTime')
    .orderBy('courseDate.id')
    .limit(200)
    .execute()
}

/** Returns the id of the invoice that was written for a purpose; null = there is none. */
export async function invoiceFor(db: Database, purpose: string): Promise<number | null> {
  const row = await db.selectFrom('invoice').select('id').where('purpose', '=', purpose).executeTakeFirst()
  return row?.id ?? null
}

/** Reads the row of a place. */
export function toPlace(row: Selectable<CoursePlaceTable>): StoredPlace {
  return { ...row, state: PlaceState.parse(row.state), locale: Locale.parse(row.locale) }
}
