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
const mostMs: Record<string, number> = { 'the engine': 0, Fabman: 10 * second }

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

  /**
   * Lets work end. Time passes only while everything waits for it: for a retry, or a timeout. Patient, it takes 25 ms in which
   * nothing ends for such a wait, so that a slow database counts little; otherwise some turns of the event loop.
   */
  async function settle(work: Promise<unknown>, isPatient = true): Promise<void> {
    const ended = work.then(
      () => true,
      () => true,
    )
    const soon = async () => new Promise<false>((resolve) => setImmediate(resolve, false))
    let turns = 0
    let since = process.hrtime.bigint()
    while (!(await Promise.race([ended, soon()]))) {
      const isWait = isPatient ? process.hrtime.bigint() - since > 25_000_000n : ++turns % 500 === 0
      if (!isWait) continue
      await pass(50)
      since = process.hrtime.bigint()
    }
  }

  async function pass(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms)
    world.time.now = new Date()
  }

  /** The trainer passes member 2. @returns the work that the call begins before it answers */
  async function tap(waits: typeof settle = settle): Promise<Promise<void>[]> {
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
    await waits(markAttendance({ person, body } as never))
    return begun
  }

  /** Whether member 2 has the training at the workshop system. */
  async function isGiven(waits: typeof settle = settle): Promise<boolean> {
    let owned = 0
    await waits(world.trainings(2).then(({ length }) => (owned = length)))
    return owned > 0
  }

  function setDown(isDown: boolean): void {
    if (world.twin.setDown) world.twin.setDown(isDown)
    else world.faults.isDown = isDown
  }

  test('the call of the tap gives the training', async () => {
    // The engine needs no time but the database's: were there a wait, the test would not end.
    const waits = name === 'Fabman' ? settle : async (work: Promise<unknown>) => void (await work)
    for (const work of await tap(waits)) await waits(work)
    expect(await isGiven(waits)).toBe(true)
    expect(Date.now() - start.getTime()).toBeLessThanOrEqual(mostMs[name] ?? 0)
  })

  test('after ten minutes without the workshop system the job gives it at most 10 s later', async () => {
    // So that the backend knows the space.
    await settle(world.parts.connector.spaces())
    setDown(true)
    for (const work of await tap()) await settle(work)
    while (Date.now() < start.getTime() + 600 * second) {
      await pass(givingEveryMs)
      await settle(tendTrainings(world.parts), false)
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
