import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Credit } from '../../../../contracts/credit.ts'
import type { OpenedDatabase } from '../../../../platform/database/database.ts'
import { testDatabase } from '../../../../platform/database/database.fixture.ts'
import { addDays } from '../../../../rules/time.ts'
import { recentUsage } from '../../../../rules/credits.ts'
import { engineOf, now } from '../../connector.fixture.ts'
import type { WorkshopSystem } from '../../workshop-system.ts'
import type { DemoParts } from './demo.ts'
import { seedWorkshop } from './seed.ts'

const clock = () => now
const file = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../content/demo/${name}.json`, import.meta.url), 'utf8'))
const demo: DemoParts = {
  space: file('space'),
  equipment: file('equipment'),
  members: file('members'),
  packages: file('packages'),
  trainings: file('trainings'),
  credits: file('credits'),
  bookings: file('bookings'),
}

let database: OpenedDatabase
let workshop: WorkshopSystem

beforeAll(async () => {
  database = await testDatabase()
  workshop = engineOf(database.db)
  expect(await seedWorkshop(database.db, clock, demo)).toBeGreaterThan(30)
})
afterAll(() => database.close())

test('the ids are fixed', async () => {
  expect((await workshop.space(1))?.name).toBe('Halle 9')
  expect((await workshop.equipment({})).map(({ id, name, type }) => `${id} ${name} ${type}`)).toEqual([
    '1 Lasercutter laser',
    '2 FDM-3D-Drucker 3d-printing',
    '3 CNC-Portalfräse cnc',
    '4 Formatkreissäge wood',
    '5 WIG-Schweißplatz metal',
    '6 Industrienähmaschine textile',
    '7 Faserlaser laser',
    '8 Harzdrucker 3d-printing',
    '9 3D-Scanner 3d-printing',
    '10 Abricht- und Dickenhobel wood',
    '11 Bandsäge wood',
    '12 Drechselbank wood',
    '13 Drehmaschine metal',
    '14 Säulenbohrmaschine metal',
    '15 CNC-Fräsmaschine cnc',
    '16 Stickmaschine textile',
    '17 Schneideplotter textile',
    '18 Lötplatz electronics',
    '19 Oszilloskop-Messplatz electronics',
    '20 Seminarraum room',
  ])
  for (const [index, name] of ['mia', 'tom', 'lea', 'kai', 'neu'].entries()) {
    expect((await workshop.members({ email: `${name}@example.org` }))[0]?.id).toBe(index + 1)
  }
})

test('only an empty database is filled', async () => {
  expect(await seedWorkshop(database.db, clock, demo)).toBe(0)
})

test('all equipment is free in the evenings of the booking window, but for the laser during its trainings', async () => {
  for (let inDays = 0; inDays <= 30; inDays++) {
    const day = addDays('2026-12-01', inDays)
    const taken = await workshop.bookings({ fromDateTime: `${day}T17:00`, untilDateTime: `${day}T22:00` })
    const isTraining = inDays === 5 || inDays === 19
    expect(taken, day).toMatchObject(
      isTraining ? [{ resource: { id: 1 }, fromDateTime: `${day}T18:00` }] : [],
    )
  }
})

test('during trainings their machine is taken by whoever teaches, at no price', async () => {
  const { courses } = file('courses') as {
    courses: { id: number; dates: { inDays: number; from: string; until: string }[] }[]
  }
  for (const [course, resource] of [
    [1, 1],
    [6, 5],
  ] as const) {
    const dates = courses.find(({ id }) => id === course)?.dates ?? []
    const coming = dates.filter(({ inDays }) => inDays > 0 && inDays <= 30)
    expect(coming.length).toBeGreaterThanOrEqual(3)
    for (const { inDays, from, until } of coming) {
      const day = addDays('2026-12-01', inDays)
      const times = { fromDateTime: `${day}T${from}`, untilDateTime: `${day}T${until}` }
      const taken = await workshop.bookings(times)
      const held = { ...times, resource: expect.objectContaining({ id: resource }) }
      expect(taken).toContainEqual(expect.objectContaining(held))
    }
  }
  const { rows } = await sql`select sum(price_cents)::int as cents from booking where member_id > 6`.execute(
    database.db,
  )
  expect(rows).toEqual([{ cents: 0 }])
})

test('no holiday in the next 60 days', async () => {
  const holidays = await database.db.selectFrom('holiday').select('fromDateTime').execute()
  expect(holidays.filter(({ fromDateTime }) => fromDateTime < addDays('2026-12-01', 61))).toEqual([])
})

test('Mia may use laser and printer and has the laser tomorrow evening; Tom has no training', async () => {
  expect(await workshop.trainedEquipment(1, {})).toEqual([1, 2])
  expect(await workshop.trainedEquipment(2, {})).toEqual([])
  const evening = { fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T20:00' }
  const booking = await workshop.createBooking({ member: 1, equipment: 1, title: null, ...evening })
  expect(booking.id).toBeGreaterThan(30)
  await database.db.deleteFrom('booking').where('id', '=', booking.id).execute()
})

test('Tom has no booking; Mia has past, coming and cancelled ones', async () => {
  expect(await workshop.bookings({ member: 2 })).toEqual([])
  const ofMia = await workshop.bookings({ member: 1 })
  const today = '2026-12-01T09:00'
  expect(
    ofMia.filter(({ untilDateTime, charged }) => untilDateTime < today && charged).length,
  ).toBeGreaterThan(3)
  expect(
    ofMia.filter(({ fromDateTime, state }) => fromDateTime > today && state === 'confirmed').length,
  ).toBe(3)
  expect(ofMia.filter(({ state }) => state === 'cancelled').length).toBe(2)
})

test('no credit is negative, and some uses are recent', async () => {
  for (const member of [1, 2, 3]) {
    for (const credit of (await workshop.credits(member)) ?? []) {
      expect(Number(Credit.parse(credit).remaining)).toBeGreaterThanOrEqual(0)
    }
  }
  const usage = ((await workshop.credits(1)) ?? []).filter(({ scope }) => scope === 'usage')
  expect(usage).toHaveLength(3)
  expect(recentUsage(usage, now)).toHaveLength(2)
})

test('the same day gives the same rows', async () => {
  const other = await testDatabase()
  try {
    await seedWorkshop(other.db, () => new Date('2026-12-01T20:00:00Z'), demo)
    const rows = (opened: OpenedDatabase) =>
      opened.db.selectFrom('booking').selectAll().orderBy('id').execute()
    expect(await rows(other)).toEqual(await rows(database))
  } finally {
    await other.close()
  }
})

test('charged bookings are paid to the cent, coming ones hold credits, and the sums agree', async () => {
  const { rows } = await sql<{ id: number }>`
    select id from booking where charged and charged_cents <>
      (select coalesce(sum(amount_cents), 0) from credit_use where booking_id = booking.id)
      + (select coalesce(sum(price_cents), 0) from charge where booking_id = booking.id)
    union all
    select id from booking where not charged and state = 'confirmed' and price_cents <>
      money_cents + (select coalesce(sum(amount_cents), 0) from credit_hold where booking_id = booking.id)
    union all
    select id from credit where
      used_cents <> (select coalesce(sum(amount_cents), 0) from credit_use where credit_id = credit.id)
      or held_cents <> (select coalesce(sum(amount_cents), 0) from credit_hold where credit_id = credit.id)`.execute(
    database.db,
  )
  expect(rows).toEqual([])
  const [next] = (await workshop.bookings({ member: 1, state: 'confirmed' })).filter(
    ({ charged }) => !charged,
  )
  expect(await workshop.bookingCosts?.({ ids: [next?.id ?? 0] })).toMatchObject([
    { charged: null, money: '0.00' },
  ])
})

test('credits that expire first are used first, and a bill comes when none are left', async () => {
  const { rows } = await sql<{ id: number }>`
    with paid as (
      select credit.member_id, credit.scope, credit.id, credit.until_date, credit_use.created_at,
        (credit_use.created_at at time zone 'Europe/Berlin')::date as day
      from credit_use join credit on credit.id = credit_id
      union all
      select member_id, 'booking', null, null, created_at, (created_at at time zone 'Europe/Berlin')::date from charge
    )
    select paid.id from paid join credit sooner using (member_id, scope)
    where sooner.id is distinct from paid.id and (paid.until_date is null or sooner.until_date < paid.until_date)
      and paid.day between sooner.from_date::date and sooner.until_date::date
      and sooner.amount_cents > (select coalesce(sum(amount_cents), 0) from credit_use
        where credit_id = sooner.id and (created_at at time zone 'Europe/Berlin')::date <= paid.day)`.execute(
    database.db,
  )
  expect(rows).toEqual([])
})
