import type { Insertable } from 'kysely'
import type { Booking, BookingCreation } from '../../contracts/booking.ts'
import type { Tables } from '../../db/tables.gen.ts'
import { Problem } from '../../contracts/problem.ts'
import type { VerifyAccessToken } from '../../platform/auth/access-token.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Fetch } from '../../platform/http/service.ts'
import { createLog } from '../../platform/log.ts'
import type { ServiceTokens } from '../../platform/auth/service-token.ts'
import { type Cache, createCache } from './cache/cache.ts'
import { createConnector } from './connector.ts'
import { createEngine, createEngineJobs } from './engine/engine.ts'
import { createIdempotency } from '../../platform/idempotency.ts'
import type { ReportsChanges, WorkshopSystem } from './workshop-system.ts'

/** Tuesday, 09:00 in Berlin. */
export const now = new Date('2026-12-01T08:00:00Z')

const clock: Clock = () => now
export const siteUrl = 'https://werkbank.example'
const createdAt = new Date('2026-01-01T00:00:00Z')

/** Inserts a space, open 8 to 22, three pieces of equipment (the first needs a training), and members who may use them. */
export async function fillWorkshop(db: Database, members = 4): Promise<void> {
  const stamp = { createdAt, updatedAt: createdAt }
  await db
    .insertInto('space')
    .values({
      name: 'Halle 9',
      timezone: 'Europe/Berlin',
      locale: 'de',
      bookingSlotsPerHour: 2,
      bookingWindowMinHours: 0,
      bookingWindowMaxDays: 30,
      bookingOpeningHours: 'during',
      ...stamp,
    })
    .execute()
  await db
    .insertInto('openingHours')
    .values(
      [1, 2, 3, 4, 5, 6, 7].map((dayOfWeek) => ({
        spaceId: 1,
        dayOfWeek,
        fromTime: '08:00',
        untilTime: '22:00',
      })),
    )
    .execute()
  await db
    .insertInto('equipment')
    .values(
      ['Lasercutter', '3D-Drucker', 'Säge'].map((name, index) => ({
        spaceId: 1,
        name,
        requiresTraining: index === 0,
        ...stamp,
      })),
    )
    .execute()
  await db.insertInto('training').values({ title: 'Laser' }).execute()
  await db.insertInto('trainingEquipment').values({ trainingId: 1, equipmentId: 1 }).execute()
  const ids = Array.from({ length: members }, (_, index) => index + 1)
  await db
    .insertInto('member')
    .values(
      ids.map((id) => ({
        spaceId: 1,
        memberNumber: `10${id}`,
        firstName: `Vorname${id}`,
        lastName: `Name${id}`,
        emailAddress: `m${id}@example.org`,
        ...stamp,
      })),
    )
    .execute()
  await db
    .insertInto('memberTraining')
    .values(ids.map((memberId) => ({ memberId, trainingId: 1, fromDate: '2026-01-01', createdAt })))
    .execute()
  await givePackages(db, ids)
}

/** Adds a credit, by default for bookings of member 1. @returns its id */
export async function addCredit(
  db: Database,
  credit: { amountCents: number } & Partial<Insertable<Tables['credit']>>,
): Promise<number> {
  const row = { memberId: 1, scope: 'booking', createdAt: now, ...credit }
  return (await db.insertInto('credit').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Tokens of the tests: `read-token` and `manage-token` of services, `member-{id}` of people. */
const serviceTokens: ServiceTokens = {
  async find(request) {
    const ability = /^Bearer (read|manage|backend)-token$/.exec(
      request.headers.get('authorization') ?? '',
    )?.[1]
    return ability ? { id: 1, abilities: [ability] } : null
  },
}

const verifyAccessToken: VerifyAccessToken = async (request) => {
  const subject = /^Bearer (member-\d+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!subject) throw new Problem('unauthorized')
  return { subject, email: null, emailVerified: false }
}

/** Gives every member of `fillWorkshop` a package that covers all equipment. */
async function givePackages(db: Database, ids: number[]): Promise<void> {
  const plus = {
    id: 71,
    name: 'Plus',
    allowsBooking: true,
    recurringFeeCents: 3900,
    recurringFeePeriod: 'month',
  }
  await db.insertInto('package').values(plus).execute()
  const own = ids.map((memberId) => ({ memberId, packageId: plus.id, fromDate: '2026-01-01', createdAt }))
  await db.insertInto('memberPackage').values(own).execute()
}

/** The caches of all connectors of this test file that were given none. */
const caches = new Set<Cache>()

/** Invalidates in the given cache, or in those of all connectors that were given none. */
export function invalidatingIn(cache?: Cache): ReportsChanges {
  return {
    async changed(bookings) {
      for (const each of cache ? [cache] : caches) await each.invalidate(bookings)
    },
  }
}

/** Returns a connector for a workshop system. The account `member-99` has no member. */
export function connectorOf(
  workshop: WorkshopSystem,
  clockOfTest: Clock = clock,
  db?: Database,
  given?: Cache,
): Fetch {
  const cache = given ?? createCache({ clock: clockOfTest })
  if (!given) caches.add(cache)
  return createConnector({
    workshop,
    serviceTokens,
    verifyAccessToken,
    findMember: async ({ subject }) => (subject === 'member-99' ? null : Number(subject.slice(7))),
    publicUrl: 'https://werkbank.example/connector/v1',
    clock: clockOfTest,
    log: createLog('silent'),
    cache,
    ...(db && { idempotency: createIdempotency({ db, clock: clockOfTest }) }),
  })
}

/** @param cache is invalidated by the engine's changes. Default: that of each connector without one of its own */
export function engineOf(db: Database, clockOfTest: Clock = clock, cache?: Cache): WorkshopSystem {
  return createEngine({ db, clock: clockOfTest, siteUrl, ...invalidatingIn(cache) })
}

export function engineJobsOf(db: Database, clockOfTest: Clock, cache?: Cache) {
  return createEngineJobs({ db, clock: clockOfTest, siteUrl, ...invalidatingIn(cache) })
}

export type Caller = 'read' | 'manage' | number | null

/** Calls as a service (`read`, `manage`), as a member (by id) or without a token (null). */
export function call(
  fetch: Fetch,
  as: Caller,
  method: string,
  path: string,
  body?: unknown,
  /** Idempotency-Key */
  key?: string,
): Promise<Response> {
  const token = typeof as === 'number' ? `member-${as}` : `${as}-token`
  return fetch(
    new Request(`http://connector${path}`, {
      method,
      headers: {
        ...(as === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  )
}

/** Returns the body of a booking of equipment 2 tomorrow evening, with changes. */
export function asked(member: number, change: Partial<BookingCreation> = {}): BookingCreation {
  return {
    state: 'confirmed',
    fromDateTime: '2026-12-02T18:00',
    untilDateTime: '2026-12-02T20:00',
    resource: '2',
    member: String(member),
    ...change,
  }
}

/** Creates a booking and returns it. @throws Error when it is refused */
export async function book(
  fetch: Fetch,
  member: number,
  change: Partial<BookingCreation> = {},
): Promise<Booking> {
  const response = await call(fetch, member, 'POST', '/fabman/bookings', asked(member, change))
  if (response.status !== 201) throw new Error(await response.text())
  return (await response.json()) as Booking
}
