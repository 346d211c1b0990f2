import { sql } from 'kysely'
import { openOrders } from '../../../tests/orders.fixture.ts'
import { accept } from './accepting.ts'
import { tendPlaces } from './jobs.ts'
import { leave } from './leaving.ts'
import * as store from './places.store.ts'
import { type Asked, signUp } from './signing-up.ts'

/** A paid course and a free one, each with a date of 8 seats on 15 December, 18:00 to 20:00. */
export const paid = { course: 50, date: 501, cents: 2900 }
export const free = { course: 51, date: 511 }

type Change = Partial<Asked> & { party?: number }

/** Somebody without a membership, told by a word, who signs up for the paid date. */
export function asks(who: string, { party = 1, ...change }: Change = {}): Asked {
  const date = change.dateId ?? paid.date
  return {
    attendee: { subject: `auth0|${who}`, email: `${who}@example.org`, member: null },
    dateId: date,
    firstName: who,
    lastName: 'Muster',
    bornOn: '1990-05-05',
    companions: Array.from({ length: party - 1 }, (_, index) => `Gast ${index}`),
    companionAges: [],
    priceSeen: ((date === paid.date ? paid.cents * party : 0) / 100).toFixed(2),
    requestKey: `key-${who}-${date}`,
    accepted: true,
    locale: 'de',
    returnPath: '/me/course',
    ...change,
  }
}

/** Orders with courses. */
export async function openPlaces() {
  const world = await openOrders()
  const { db, parts } = world
  await db
    .insertInto('course')
    .values([
      { id: paid.course, kind: 'workshop', titleDe: 'Drucken', titleEn: 'Printing', priceCents: paid.cents },
      { id: free.course, kind: 'event', titleDe: 'Reparaturcafé', titleEn: 'Repair café', priceCents: 0 },
    ])
    .execute()
  const times = { fromDateTime: '2026-12-15T18:00', untilDateTime: '2026-12-15T20:00', seats: 8 }
  await db
    .insertInto('courseDate')
    .values([
      { id: paid.date, courseId: paid.course, ...times, updatedAt: world.time.now },
      { id: free.date, courseId: free.course, ...times, updatedAt: world.time.now },
    ])
    .execute()

  /** Removes every place and order, and sets both dates back. */
  async function reset(seats = 8): Promise<void> {
    await world.reset()
    await sql`truncate course_place cascade`.execute(db)
    await db
      .updateTable('courseDate')
      .set({
        ...times,
        seats,
        reservedSeats: 0,
        state: 'planned',
        signUpUntil: null,
        movedFrom: [],
        sequence: 0,
        minimumDecidedAt: null,
      })
      .where('id', 'in', [paid.date, free.date])
      .execute()
    await db
      .deleteFrom('courseSession')
      .where('dateId', 'in', [paid.date, free.date])
      .where('position', '>', 1)
      .execute()
    const { fromDateTime, untilDateTime } = times
    await db
      .updateTable('courseSession')
      .set({ fromDateTime, untilDateTime })
      .where('dateId', 'in', [paid.date, free.date])
      .execute()
    const rules = { minAge: null, accompaniedBelow: null, freeCancelDays: 7, lateRefundPercent: 0 }
    const price = { memberPriceCents: null, vat: 'standard', state: 'published', minParticipants: null }
    await db
      .updateTable('course')
      .set({ ...rules, ...price })
      .where('id', 'in', [paid.course, free.course])
      .execute()
    await db.deleteFrom('courseRequirement').execute()
  }

  const signs = (who: string, change?: Change) => signUp(parts, asks(who, change))

  /** Signs up, pays, and is booked. */
  async function books(who: string, change?: Change): Promise<store.StoredPlace> {
    const { place } = await signs(who, change)
    if (place.state === 'held') await world.pay()
    return known(place.id)
  }

  async function known(id: number): Promise<store.StoredPlace> {
    const place = await store.findPlace(db, id)
    if (!place) throw new Error(`there is no place ${id}`)
    return place
  }

  const run = async (date: number = paid.date) => {
    const found = await store.findRun(db, date)
    if (!found) throw new Error('there is no such date')
    return found
  }

  /** States of the places of a date, in the order of their sign-ups. */
  const states = async (date: number = paid.date) => {
    const rows = await db
      .selectFrom('coursePlace')
      .select(['firstName', 'state'])
      .where('dateId', '=', date)
      .orderBy('id')
      .execute()
    return rows.map(({ firstName, state }) => `${firstName} ${state}`)
  }

  /** Leaves a place at the cost that was shown. */
  const leaves = async (id: number, shownCents = 0) => leave(parts, await known(id), { shownCents })
  const accepts = async (who: string, id: number) => accept(parts, await known(id), asks(who))
  /** Kinds of the mails that are left, sorted. */
  const mails = async () => (await world.left()).mails
  const tend = () => tendPlaces(parts)
  return { ...world, reset, signs, books, leaves, accepts, known, run, states, mails, tend }
}
