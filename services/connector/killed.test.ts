import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { createLog } from '../../platform/log.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { asked, call, connectorOf, engineJobsOf, engineOf, fillWorkshop, now } from './connector.fixture.ts'
import { newPlace, type Place, within } from './killed-place.fixture.ts'
import { randomOf, type Told, useBookings, type World } from './killed-members.fixture.ts'

const log = createLog('warn')
const memberCount = 24
const minute = 60_000

let place: Place
beforeEach(async () => {
  place = await newPlace()
})
afterEach(() => place.remove())

test('a crash between booking and answer: the next attempt gets that booking, five times', async () => {
  await within(place, async (db) => {
    await migrate(db, log)
    await fillWorkshop(db)
  })
  for (let round = 0; round < 5; round++) {
    const key = `round-${round}`
    const server = await startServer(place, now, 'dies')
    const fetch = (request: Request) =>
      globalThis.fetch(new Request(server.url + new URL(request.url).pathname, request))
    await expect(call(fetch, 1, 'POST', '/fabman/bookings', asked(1), key)).rejects.toThrow('fetch failed')
    expect(await server.ended).toEqual([null, 'SIGKILL'])
    await within(place, async (db) => {
      const made = await db
        .selectFrom('booking')
        .select(['id', 'state'])
        .where('state', '=', 'confirmed')
        .execute()
      expect(made).toHaveLength(1)
      const later = () => new Date(now.getTime() + minute)
      const fetch = connectorOf(engineOf(db, later), later, db)
      const again = await call(fetch, 1, 'POST', '/fabman/bookings', asked(1), key)
      expect([again.status, await again.json()]).toMatchObject([201, { id: made[0]?.id }])
      expect((await call(fetch, 1, 'DELETE', `/fabman/bookings/${made[0]?.id}`)).status).toBe(200)
    })
  }
}, 120_000)

test('20 crashes at random moments under load: no acknowledged write is lost or happens twice', async () => {
  const seed = process.env['KILLED_SEED'] ?? String(randomInt(2 ** 31))
  console.log(`KILLED_SEED=${seed}`)
  await within(place, async (db) => {
    await migrate(db, log)
    await fillWithMoney(db)
  })
  const told = await livedThrough(20, seed)
  await within(place, async (db) => {
    const nextWeek = () => new Date(Number(now) + 7 * 24 * 60 * minute)
    const { chargeEnded } = engineJobsOf(db, nextWeek)
    const before = await db.selectFrom('booking').select('id').where('charged', '=', true).execute()
    expect(before.length).toBeGreaterThan(0)
    await Promise.all([chargeEnded(), chargeEnded()])
    expect(await bookingsOf(db)).toEqual(bookingsTold(told))
    expect(await contradictions(db)).toEqual([])
  })
  const answers = told.flatMap((each) => each.answers)
  console.log(`${answers.length} requests, ${bookingsTold(told).length} bookings`)
  expect(bookingsTold(told).length).toBeGreaterThan(10)
}, 240_000)

/** Lets members use the connector while an hour passes each second, and ends each round with kill -9. */
async function livedThrough(rounds: number, seed: string): Promise<Told[]> {
  const random = randomOf(seed)
  const world: World = { url: null, now, answered: 0, isOver: false }
  let server: Server | null = null
  const ticking = setInterval(() => {
    if (!world.url) return
    world.now = new Date(Number(world.now) + minute)
    server?.tell(world.now)
  }, 17)
  const living = Promise.all(
    Array.from({ length: memberCount }, (_, index) =>
      useBookings(index + 1, world, randomOf(`${seed}-${index}`)),
    ),
  )
  const failed = living.then(() => {})
  try {
    for (let round = 0; round <= rounds; round++) {
      // This clock is for claims of keys only: those of the last process have expired.
      server = await startServer(place, new Date(Number(now) + round * minute))
      server.tell(world.now)
      world.url = server.url
      world.isOver = round === rounds
      const enough = world.answered + 6
      await Promise.race([failed, sleep(50 + random() * 1500)])
      // On a slow computer a round lasts until there is something to lose.
      while (!world.isOver && world.answered < enough) await Promise.race([failed, sleep(random() * 200)])
      if (world.isOver) await living
      world.url = null
      server.kill()
      await server.ended
    }
    return await living
  } finally {
    clearInterval(ticking)
    Object.assign(world, { url: null, isOver: true })
    server?.kill()
  }
}

/** Fills in prices that do not divide, credits that run out and expire, members who pay in advance, and a refundable lock-in. */
async function fillWithMoney(db: Database): Promise<void> {
  await fillWorkshop(db, memberCount)
  await db
    .updateTable('space')
    .set({ bookingOpeningHours: null, bookingLockInHours: 1, bookingRefundable: true })
    .execute()
  await db.updateTable('equipment').set({ pricePerBookingCents: 777, pricePerBookingSeconds: 3600 }).execute()
  await db
    .updateTable('member')
    .set({ requireUpfrontPayment: true, upfrontMinimumBalanceCents: -2000 })
    .where('id', '<=', 2)
    .execute()
  const credits = Array.from({ length: memberCount }, (_, index) => ({ memberId: index + 1, createdAt: now }))
  await db
    .insertInto('credit')
    .values(
      credits.flatMap((each) => [
        { ...each, scope: 'booking', amountCents: 2500, untilDate: '2026-12-01' },
        { ...each, scope: 'booking', amountCents: 4001, untilDate: '2026-12-31' },
      ]),
    )
    .execute()
  await db
    .insertInto('prepayment')
    .values(credits.map((each) => ({ ...each, amountCents: 5000, description: 'Bar' })))
    .execute()
}

/** Returns every acknowledged booking in its last acknowledged state. */
function bookingsTold(told: Told[]) {
  return told
    .flatMap(({ bookings }) => [...bookings.values()])
    .map(({ id, state, lockVersion, fromDateTime, untilDateTime, ...of }) => ({
      id,
      resource: typeof of.resource === 'object' ? of.resource.id : of.resource,
      member: typeof of.member === 'object' ? of.member.id : of.member,
      times: `${fromDateTime} ${untilDateTime}`,
      state,
      lockVersion,
    }))
    .toSorted((one, other) => one.id - other.id)
}

async function bookingsOf(db: Database) {
  const rows = await db.selectFrom('booking').selectAll().orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    resource: row.equipmentId,
    member: row.memberId,
    times: `${row.fromDateTime} ${row.untilDateTime}`,
    state: row.state,
    lockVersion: row.lockVersion,
  }))
}

/** Returns what contradicts the rules, once every booking has ended and is charged. */
async function contradictions(db: Database): Promise<unknown[]> {
  const { rows } = await sql`
    with paid as (
      select id, price_cents, charged, charged_cents, state, cancelled_late,
        (select coalesce(sum(amount_cents), 0) from credit_use where booking_id = booking.id)
          + (select coalesce(sum(price_cents), 0) from charge where booking_id = booking.id) as cents
      from booking)
    select 'not charged' as what, id from paid where not charged and (state = 'confirmed' or cancelled_late)
    union all
    select 'price', id from paid where state = 'confirmed' and (charged_cents <> price_cents or cents <> price_cents)
    union all
    select 'owed', id from paid where cancelled_late and (cents <> charged_cents or charged_cents > price_cents)
    union all
    select 'paid for nothing', id from paid where state = 'cancelled' and not cancelled_late and (charged or cents <> 0)
    union all
    select 'overlap', one.id from booking one join booking other
      on one.equipment_id = other.equipment_id and one.id < other.id and one.during && other.during
      where one.state = 'confirmed' and other.state = 'confirmed'
    union all
    select 'hold', booking_id from credit_hold
    union all
    select 'credit', id from credit where held_cents <> 0 or used_cents > amount_cents
      or used_cents <> (select coalesce(sum(amount_cents), 0) from credit_use where credit_id = credit.id)
    union all
    select 'key', count(*)::int from booking group by member_id, request_key having count(*) > 1`.execute(db)
  return rows
}

interface Server {
  url: string
  ended: Promise<unknown[]>
  tell(time: Date): void
  kill(): void
}

async function startServer(
  { databaseUrl, dataDir }: Place,
  startedAt: Date,
  ...options: 'dies'[]
): Promise<Server> {
  const program = fileURLToPath(new URL('killed.fixture.ts', import.meta.url))
  const child: ChildProcess = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      program,
      databaseUrl,
      dataDir,
      String(Number(startedAt)),
      ...options,
    ],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  const ended = once(child, 'exit')
  const [port] = await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => {
      throw new Error(`the server ended with ${code}`)
    }),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    ended,
    tell: (time) => void (child.connected && child.send(Number(time))),
    kill: () => void child.kill('SIGKILL'),
  }
}
