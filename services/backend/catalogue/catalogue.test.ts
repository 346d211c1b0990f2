import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBackendClient } from '../../../clients/backend.ts'
import { now, openServices, origin } from '../../../tests/services.fixture.ts'
import { createCourseStore } from '../courses/courses.store.ts'
import { seedCreditPacks } from '../seed/seed.ts'

let world: Awaited<ReturnType<typeof openServices>>

beforeAll(async () => {
  world = await openServices()
})
afterAll(() => world.close())

const client = () =>
  createBackendClient({
    baseUrl: `${origin}/api`,
    authorise: () => ({ authorization: `Bearer ${world.tokens.backend}` }),
    fetch: world.fetch,
  })

describe('the price list, as the site asks for it', () => {
  test('packages in their order in both languages, without those that are not sold any more; packs of credits', async () => {
    const plain = { allowsBooking: true, recurringFeePeriod: 'month', recurringFeeCents: 1990 }
    await world.db
      .insertInto('package')
      .values([
        { ...plain, id: 1, name: 'Basis', position: 2 },
        { ...plain, id: 2, name: 'Alt', position: 0, state: 'archived' },
        {
          ...plain,
          id: 3,
          name: 'Team',
          nameEn: 'Teams',
          description: 'Für Firmen',
          descriptionEn: 'For companies',
          kind: 'team',
          position: 1,
          seats: 3,
          monthlyCreditCents: 15_000,
          bookingFeeDiscountPercent: '10.00',
          requirementDe: 'Nur Firmen',
          requirementEn: 'Companies only',
          givesDe: ['3 Plätze'],
          givesEn: ['3 seats'],
        },
      ])
      .execute()
    const demo: unknown = JSON.parse(
      readFileSync(new URL('../../../content/demo/packages.json', import.meta.url), 'utf8'),
    )
    await seedCreditPacks(world.db, demo)
    await seedCreditPacks(world.db, demo)

    const { packages, creditPacks } = await client().packages()
    expect(packages).toEqual([
      {
        id: 3,
        kind: 'team',
        name: { de: 'Team', en: 'Teams' },
        description: { de: 'Für Firmen', en: 'For companies' },
        fee: '19.90',
        period: 'month',
        allowsBooking: true,
        credit: '150.00',
        bookingDiscount: '10.00',
        seats: 3,
        requirement: { de: 'Nur Firmen', en: 'Companies only' },
        gives: { de: ['3 Plätze'], en: ['3 seats'] },
      },
      expect.objectContaining({
        id: 1,
        kind: 'member',
        name: { de: 'Basis', en: 'Basis' },
        description: { de: '', en: '' },
        credit: '0.00',
        bookingDiscount: '0.00',
        seats: null,
        requirement: null,
        gives: { de: [], en: [] },
      }),
    ])
    expect(creditPacks.map(({ credit, price, validMonths }) => [credit, price, validMonths])).toEqual([
      ['10.00', '10.00', 12],
      ['50.00', '45.00', 12],
      ['100.00', '85.00', 12],
    ])
  })

  test('is 503 while workshop management is away', async () => {
    world.upstream.down = true
    await expect(client().packages()).rejects.toMatchObject({
      status: 503,
      problem: { code: 'upstreamUnavailable' },
    })
    world.upstream.down = false
  })
})

describe('free seats of a date', () => {
  test('are those that are neither booked, attended nor given away; never less than none', async () => {
    const free = async () => (await createCourseStore(world.db).courses([1]))[0]?.dates[0]?.freeSeats
    const states = ['booked', 'attended', 'waiting', 'cancelled']
    const rest = { dateId: 101, queue: 1, cancelledAt: now, createdAt: now }
    await world.db.deleteFrom('coursePlace').execute()
    await world.db
      .insertInto('coursePlace')
      .values(states.map((state, index) => ({ ...rest, memberId: index + 1, state })))
      .execute()
    expect(await free()).toBe(4)
    await world.db.updateTable('courseDate').set({ reservedSeats: 3 }).execute()
    expect(await free()).toBe(1)
    await world.db.updateTable('courseDate').set({ reservedSeats: 4 }).execute()
    expect(await free()).toBe(0)
    const tooMany = world.db.updateTable('courseDate').set({ reservedSeats: 5 }).execute()
    await expect(tooMany).rejects.toThrow('course_date_not_oversold')
    await world.db.updateTable('courseDate').set({ reservedSeats: 0 }).execute()
  })
})

describe('the catalogue version', () => {
  const row = { fromDateTime: '2026-12-24T00:00', untilDateTime: '2026-12-25T00:00' }
  test.each([
    ['a price', "update package set recurring_fee_cents = 2090 where name = 'Basis'"],
    ['a pack of credits', 'update credit_pack set price_cents = 999 where id = 1'],
    ['a course', 'update course set price_cents = 3900'],
    ['a date', "update course_date set place_de = 'Halle'"],
    ['what a course grants', 'delete from course_training where course_id = 1'],
    ['a training', "update training set title = 'x'"],
    ['what a training unlocks', 'delete from training_equipment'],
    ['equipment that requires a training', 'update equipment set requires_training = true'],
    ['a space', "update space set phone = '1'"],
    [
      'opening hours',
      "insert into opening_hours (space_id, day_of_week, from_time, until_time) values (1, 1, '08:00', '22:00')",
    ],
    [
      'a holiday',
      `insert into holiday (space_id, title, from_date_time, until_date_time) values (1, 'x', '${row.fromDateTime}', '${row.untilDateTime}')`,
    ],
    ['a removed holiday', 'delete from holiday'],
    ['everything gone', 'truncate holiday'],
  ])('is another one after a change of %s', async (_, statement) => {
    const before = await client().catalogueVersion()
    await sql.raw(statement).execute(world.db)
    expect(await client().catalogueVersion()).toBeGreaterThan(before)
  })

  test('stays when equipment is used', async () => {
    const before = await client().catalogueVersion()
    await sql.raw('update equipment set in_use = true').execute(world.db)
    expect(await client().catalogueVersion()).toBe(before)
  })

  test('stays when a place is taken, and is not seen before the change that it tells of', async () => {
    const before = await client().catalogueVersion()
    await world.db
      .insertInto('coursePlace')
      .values({ memberId: 77, dateId: 101, state: 'booked', createdAt: now })
      .execute()
    const rolledBack = world.db.transaction().execute(async (tx) => {
      await tx.updateTable('course').set({ priceCents: 1 }).execute()
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect(await client().catalogueVersion()).toBe(before)
  })
})
