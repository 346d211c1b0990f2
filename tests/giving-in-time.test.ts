import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { attendanceHandlers } from '../services/backend/attendance/attendance.ts'
import { createCheckInCodes } from '../services/backend/attendance/check-in-codes.ts'
import { createListLinks } from '../services/backend/attendance/list-links.ts'
import * as store from '../services/backend/attendance/attendance.store.ts'
import { givingEveryMs } from '../services/backend/trainings/jobs.ts'
import { tendTrainings } from '../services/backend/trainings/tending.ts'
import { twins } from '../services/connector/twins.fixture.ts'
import { laser, openTrainings } from './trainings.fixture.ts'

const [course, date] = [1, 10]
const start = new Date('2026-12-01T08:00:00Z')
const second = 1000
const mostMs: Record<string, number> = { 'the engine': 2 * second, Fabman: 10 * second }

/* A trainer taps "passed", and the member may book, counted on a clock that stands still while the database works. */
describe.each(twins)('from the tap of the trainer to a booking, with %s,', (name, open) => {
  let world: Awaited<ReturnType<typeof openTrainings>>

  beforeAll(async () => {
    world = await openTrainings(open)
    const { db } = world
    const named = { id: course, kind: 'training', titleDe: 'Laser', titleEn: 'Laser', priceCents: 0 }
    await db.insertInto('course').values(named).execute()
    await db.insertInto('courseTraining').values({ courseId: course, trainingId: laser }).execute()
    const tina = { email: 'tina@example.org', role: 'manager', createdAt: start }
    await db.insertInto('staff').values(tina).execute()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    await world.reset()
    const { db } = world
    await db.deleteFrom('coursePlace').execute()
    await db.deleteFrom('courseDate').execute()
    const times = { fromDateTime: '2026-12-01T07:00', untilDateTime: '2026-12-01T09:00' }
    await db
      .insertInto('courseDate')
      .values({ id: date, courseId: course, ...times, seats: 12 })
      .execute()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: start })
  })
  afterEach(() => void vi.useRealTimers())

  /** Lets work end. Time passes only while everything waits for it: for a retry, or a timeout. */
  async function settle(work: Promise<unknown>): Promise<void> {
    const ended = work.then(
      () => true,
      () => true,
    )
    const soon = async () => new Promise<false>((resolve) => setImmediate(resolve, false))
    let rounds = 0
    while (!(await Promise.race([ended, soon()]))) if (++rounds % 500 === 0) await pass(50)
  }

  async function pass(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms)
    world.time.now = new Date()
  }

  /** The trainer passes member 2. @returns the work that the call begins before it answers */
  async function tap(): Promise<Promise<void>[]> {
    const begun: Promise<void>[] = []
    const secret = Buffer.alloc(32)
    const { markAttendance } = attendanceHandlers({
      callers: { memberOf: async () => null } as never,
      ordering: world.parts,
      trainingsChanged: () => void begun.push(tendTrainings(world.parts)),
      codes: createCheckInCodes(secret),
      links: createListLinks(secret),
    })
    const row = { dateId: date, memberId: 2, firstName: 'Nele', lastName: 'Neu', state: 'booked' }
    const { id: place } = await world.db
      .insertInto('coursePlace')
      .values({ ...row, createdAt: start })
      .returning('id')
      .executeTakeFirstOrThrow()
    const session = (await store.findDate(world.db, date))?.sessions[0]?.id ?? 0
    const person = { subject: 'auth0|tina', email: 'tina@example.org', emailVerified: true }
    const body = { dateId: date, session, marks: [{ place, mark: 'passed' }] }
    await settle(markAttendance({ person, body } as never))
    return begun
  }

  /** Whether member 2 has the training at the workshop system. */
  async function isGiven(): Promise<boolean> {
    let owned = 0
    await settle(world.trainings(2).then(({ length }) => (owned = length)))
    return owned > 0
  }

  function setDown(isDown: boolean): void {
    if (world.twin.setDown) world.twin.setDown(isDown)
    else world.faults.isDown = isDown
  }

  test('the call of the tap gives the training', async () => {
    for (const work of await tap()) await settle(work)
    expect(await isGiven()).toBe(true)
    expect(Date.now() - start.getTime()).toBeLessThanOrEqual(mostMs[name] ?? 0)
  })

  test('after ten minutes without the workshop system the job gives it at most 10 s later', async () => {
    // So that the backend knows the space.
    await settle(world.parts.connector.spaces())
    setDown(true)
    for (const work of await tap()) await settle(work)
    while (Date.now() < start.getTime() + 600 * second) {
      await pass(givingEveryMs)
      await settle(tendTrainings(world.parts))
    }
    // It is back right after a turn has found it away: nothing is worse.
    setDown(false)
    const back = Date.now()
    do {
      await pass(givingEveryMs)
      await settle(tendTrainings(world.parts))
    } while (Date.now() - back < 60 * second && !(await isGiven()))
    expect(await isGiven()).toBe(true)
    expect(Date.now() - back).toBeLessThanOrEqual(10 * second)
  })
})
