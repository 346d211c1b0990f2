import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabaseKind } from '../platform/database/database.fixture.ts'
import { markAttendance } from '../services/backend/attendance/attendance.ts'
import { findDate } from '../services/backend/attendance/attendance.store.ts'
import { certificatesOfPlace } from '../services/backend/certificates/certificates.store.ts'
import { makeDocuments } from '../services/backend/invoices/documents.ts'
import { setBilling } from '../services/backend/invoices/settings.ts'
import { orderJobs } from '../services/backend/orders/jobs.ts'
import type { Ordering } from '../services/backend/orders/parts.ts'
import { openProvider } from '../services/backend/payments/provider.fixture.ts'
import { refreshPayment } from '../services/backend/payments/settling.ts'
import { tendPlaces } from '../services/backend/places/jobs.ts'
import { hereOf } from '../services/backend/places/seats.ts'
import { signUp } from '../services/backend/places/signing-up.ts'
import { tendTrainings } from '../services/backend/trainings/tending.ts'
import { twins } from '../services/connector/twins.fixture.ts'
import { dieAtEachPoint, longestMs, mortalParts } from './mortal.fixture.ts'
import { billing } from './orders.fixture.ts'
import { laser, openTrainings } from './trainings.fixture.ts'

/** Every second point is tried, half of them with each database. */
const stride = 4
const first = testDatabaseKind === 'postgres' ? 1 : 1 + stride / 2

describe.each(twins)('a process dies between payment and training, with %s:', (_, open) => {
  let world: Awaited<ReturnType<typeof openTrainings>>
  let payments: ReturnType<typeof openProvider>
  let all: Ordering
  const date = 10

  beforeAll(async () => {
    world = await openTrainings(open)
    const { db, time } = world
    payments = openProvider(() => time.now)
    all = { ...world.parts, provider: payments.provider }
    await setBilling(db, () => time.now, 1, billing)
    const course = { id: 1, kind: 'training', titleDe: 'Laser', titleEn: 'Laser', priceCents: 2900 }
    await db.insertInto('course').values(course).execute()
    await db.insertInto('courseTraining').values({ courseId: 1, trainingId: laser }).execute()
    // Within the hour in which a trainer may mark already.
    const times = { fromDateTime: '2026-12-01T09:50', untilDateTime: '2026-12-01T11:00' }
    await db
      .insertInto('courseDate')
      .values({ id: date, courseId: 1, ...times, seats: 900 })
      .execute()
  })
  afterAll(() => world.close())

  /** Everything from the sign-up to the machine, for one person; a repeat goes on. */
  async function run(parts: Ordering, email: string): Promise<void> {
    await signUp(parts, {
      attendee: { subject: `auth0|${email}`, email, member: null },
      dateId: date,
      firstName: 'Nele',
      lastName: 'Neu',
      bornOn: '1990-05-05',
      companions: [],
      priceSeen: '29.00',
      requestKey: email,
      accepted: true,
      locale: 'de',
      returnPath: '/me/course',
    })
    for (const { ref, state, asked } of payments.pages()) {
      if (asked.buyer.email !== email) continue
      if (state === 'open') payments.become('paid', ref)
      await refreshPayment(parts, asked.payment)
    }
    await jobs(parts)
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

  async function jobs(parts: Ordering): Promise<void> {
    for (const work of Object.values(orderJobs(parts))) await work()
    await makeDocuments(parts)
    await tendPlaces(parts)
  }

  test(
    'another one ends with one place, one invoice and one training, each told once',
    { timeout: longestMs },
    async () => {
      const { db, time } = world
      let person = 0
      const email = () => `nele${person}@example.org`
      const last = await dieAtEachPoint({
        first,
        stride,
        async before() {
          person++
          time.now = new Date('2026-12-01T08:10:00Z')
        },
        run: (life) => run(mortalParts(all, life), email()),
        async ends(point) {
          for (let turn = 0; turn < 2; turn++) {
            time.now = new Date(time.now.getTime() + 5 * 60_000)
            await run(all, email())
          }
          await tendTrainings(all)
          const places = await db.selectFrom('coursePlace').selectAll().where('email', '=', email()).execute()
          expect(places, point).toMatchObject([{ state: 'attended', refundCents: 0, passedOn: null }])
          const [place] = places
          const orders = await db
            .selectFrom('customerOrder')
            .select(['state', 'invoiceId'])
            .where('id', '=', place?.orderId ?? 0)
            .execute()
          expect(orders, point).toEqual([{ state: 'fulfilled', invoiceId: expect.any(Number) }])
          const members = await all.connector.membersByEmail(email())
          expect(members, point).toHaveLength(1)
          expect(await world.trainings(members[0]?.id ?? 0), point).toHaveLength(1)
          expect(await certificatesOfPlace(db, place?.id ?? 0), point).toHaveLength(1)
          const mails = await db.selectFrom('mail').select('kind').where('toAddress', '=', email()).execute()
          expect(mails.map(({ kind }) => kind).toSorted(), point).toEqual([
            'course-booked',
            'invoice',
            'training-given',
          ])
        },
      })
      const invoices = await db.selectFrom('invoice').select('id').execute()
      // The last one did not die.
      expect(invoices).toHaveLength(person)
      expect(last / stride).toBeGreaterThanOrEqual(30)
    },
  )
})
