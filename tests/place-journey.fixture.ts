import type { Database } from '../platform/database/database.ts'
import { findDate } from '../services/backend/attendance/attendance.store.ts'
import { markAttendance } from '../services/backend/attendance/attendance.ts'
import { certificatesOfPlace } from '../services/backend/certificates/certificates.store.ts'
import { makeDocuments } from '../services/backend/invoices/documents.ts'
import { setBilling } from '../services/backend/invoices/settings.ts'
import { orderJobs } from '../services/backend/orders/jobs.ts'
import type { Ordering } from '../services/backend/orders/parts.ts'
import type { openProvider } from '../services/backend/payments/provider.fixture.ts'
import { refreshPayment } from '../services/backend/payments/settling.ts'
import { tendPlaces } from '../services/backend/places/jobs.ts'
import { hereOf } from '../services/backend/places/seats.ts'
import { signUp } from '../services/backend/places/signing-up.ts'
import { tendTrainings } from '../services/backend/trainings/tending.ts'
import { billing } from './orders.fixture.ts'
import { laser } from './trainings.fixture.ts'

const date = 10
/** Within the hour in which a trainer may mark already. */
export const journeyStart = new Date('2026-12-01T08:10:00Z')

/** Adds a paid course that gives the training for the laser, with a date. */
export async function addJourney(db: Database): Promise<void> {
  await setBilling(db, () => journeyStart, 1, billing)
  const course = { id: 1, kind: 'training', titleDe: 'Laser', titleEn: 'Laser', priceCents: 2900 }
  await db.insertInto('course').values(course).execute()
  await db.insertInto('courseTraining').values({ courseId: 1, trainingId: laser }).execute()
  const times = { fromDateTime: '2026-12-01T09:50', untilDateTime: '2026-12-01T11:00' }
  await db
    .insertInto('courseDate')
    .values({ id: date, courseId: 1, ...times, seats: 900 })
    .execute()
}

/** Pays the open pages of a buyer. @returns the payments of all pages of that buyer */
export function payAt({ pages, become }: ReturnType<typeof openProvider>, email: string): number[] {
  return pages().flatMap(({ ref, state, asked }) => {
    if (asked.buyer.email !== email) return []
    if (state === 'open') become('paid', ref)
    return [asked.payment]
  })
}

/**
 * Does everything from the sign-up to the machine, for one person; a repeat goes on.
 * @param pay as `payAt`
 */
export async function takeJourney(
  parts: Ordering,
  email: string,
  pay: (email: string) => number[] | Promise<number[]>,
): Promise<void> {
  await signUp(parts, {
    attendee: { subject: `auth0|${email}`, email, member: null },
    dateId: date,
    firstName: 'Nele',
    lastName: 'Neu',
    bornOn: '1990-05-05',
    companions: [],
    companionAges: [],
    priceSeen: '29.00',
    requestKey: email,
    accepted: true,
    locale: 'de',
    returnPath: '/me/course',
  })
  for (const payment of await pay(email)) await refreshPayment(parts, payment)
  for (const work of Object.values(orderJobs(parts))) await work()
  await makeDocuments(parts)
  await tendPlaces(parts)
  const found = await findDate(parts.db, date)
  const place = await parts.db
    .selectFrom('coursePlace')
    .select(['id', 'state'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!found || !place || place.state === 'held') throw new Error('not booked')
  const session = found.sessions[0]?.id ?? 0
  const marks = { session, marks: [{ place: place.id, mark: 'passed' as const }] }
  await markAttendance(parts, found, marks, { by: 'Tina', here: await hereOf(parts) })
  await tendTrainings(parts)
}

/** Returns what a person has at the end of the journey. */
export async function arrived({ db, connector }: Ordering, email: string) {
  const places = await db
    .selectFrom('coursePlace')
    .select(['id', 'orderId', 'state', 'refundCents', 'passedOn'])
    .where('email', '=', email)
    .execute()
  const orders = await db
    .selectFrom('customerOrder')
    .select(['state', 'invoiceId'])
    .where('id', 'in', [0, ...places.map(({ orderId }) => orderId ?? 0)])
    .execute()
  const members = await connector.membersByEmail(email)
  const trainings = members.map(async ({ id }) => (await connector.trainings(id))?.length)
  const certificates = places.map(async ({ id }) => (await certificatesOfPlace(db, id)).length)
  const mails = await db.selectFrom('mail').select('kind').where('toAddress', '=', email).execute()
  return {
    places: places.map(({ state, refundCents, passedOn }) => ({ state, refundCents, passedOn })),
    orders: orders.map(({ state, invoiceId }) => ({ state, isInvoiced: invoiceId !== null })),
    trainings: await Promise.all(trainings),
    certificates: await Promise.all(certificates),
    mails: mails.map(({ kind }) => kind).toSorted(),
  }
}

/** The expected end: one of each. */
export const whole = {
  places: [{ state: 'attended', refundCents: 0, passedOn: null }],
  orders: [{ state: 'fulfilled', isInvoiced: true }],
  trainings: [1],
  certificates: [1],
  mails: ['course-booked', 'invoice', 'training-given'],
}
