import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFabmanClient } from '../../../../clients/fabman/fabman.ts'
import type { OpenedDatabase } from '../../../../platform/database/database.ts'
import { testDatabase } from '../../../../platform/database/database.fixture.ts'
import type { FabmanDouble } from '../../../../doubles/fabman/double.ts'
import { apiKey, openDouble } from '../../../../doubles/fabman/workshop.fixture.ts'
import { createCache } from '../../cache/cache.ts'
import { fabmanOf } from '../../twins.fixture.ts'
import { createCaseReader } from './case.ts'
import { createBookingReader } from './reader.ts'
import { createDirectory } from '../directory/directory.ts'
import { createMembers } from '../members/members.ts'

const now = new Date('2026-12-01T08:00:00Z')
const clock = () => now
const asked = {
  equipment: 2,
  member: 1,
  fromDateTime: '2026-12-02T18:00',
  untilDateTime: '2026-12-02T20:00',
  title: null,
}
const later = { fromDateTime: '2026-12-02T20:00', untilDateTime: '2026-12-02T21:30' }

let database: OpenedDatabase
let double: FabmanDouble
let fabman: ReturnType<typeof fabmanOf>

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  double = openDouble({ members: 130, clock, judgesAdmins: false })
  fabman = fabmanOf(database.db, double, clock)
})

describe('the input of our rules', () => {
  const readCase = () => {
    const client = createFabmanClient({
      baseUrl: 'https://fabman.example/api/v1',
      apiKey,
      fetch: double.fetch,
      now: Date.now,
      random: Math.random,
      warn: () => {},
    })
    const directory = createDirectory({ client, cache: createCache({ clock }) })
    const members = createMembers({ client, directory })
    const reader = createBookingReader({ client, directory })
    return createCaseReader({ directory, members, reader, clock })
  }

  test('has the packages for the equipment, the holidays of the space, and whole weeks of the member', async () => {
    const { account } = double
    const closed = { fromDateTime: '2026-12-24T00:00', untilDateTime: '2026-12-27T00:00' }
    account.insert('holidays', { space: 1, title: 'Betriebsferien', ...closed })
    for (const [name, permission] of [
      ['Drucker', { type: 'resource', resource: 2, bookingFeeDiscountPercent: '10.00' }],
      ['Laser', { type: 'resource', resource: 1 }],
      ['Typ', { type: 'resourceType', resourceType: 1, bookingFeeDiscountPercent: '20.00' }],
      ['anderer Typ', { type: 'resourceType', resourceType: 2 }],
    ] as const) {
      const { id } = account.insert('packages', { name, allowsBooking: name !== 'Typ' })
      account.insert('packagePermissions', { package: id, ...permission })
      account.insert('memberPackages', {
        member: 1,
        package: id,
        fromDate: '2026-11-01',
        untilDate: '2026-12-31',
      })
    }
    const monday = { fromDateTime: '2026-11-30T18:00', untilDateTime: '2026-11-30T19:00' }
    account.insert('bookings', { resource: 3, member: 1, ...monday })
    account.insert('bookings', { resource: 3, member: 2, ...monday })
    const { member, space, existing } = await readCase()(asked)
    expect(space._embedded.holidays).toEqual([{ title: 'Betriebsferien', ...closed }])
    expect(existing).toMatchObject([{ equipment: 3, member: 1, ...monday }])
    expect(
      member.packages.map((one) => [one.coversEquipment, one.allowsBooking, one.bookingFeeDiscountPercent]),
    ).toEqual([
      [true, true, '0.00'],
      [true, true, '10.00'],
      [false, true, '0.00'],
      [true, false, '20.00'],
      [false, true, '0.00'],
    ])
  })
})

test('a repeated quote is cheap, and its cache entries never decide a booking', async () => {
  const wanted = { equipment: 1, member: 1, ...later }
  const codes = async () => (await fabman.workshop.quoteBooking(wanted)).refusals.map(({ code }) => code)
  expect(await codes()).toEqual([])
  const before = double.requests.length
  expect(await codes()).toEqual([])
  expect(double.requests.length - before).toBe(2)
  for (const training of double.account.rows('memberTrainings')) {
    if (training['member'] === 1)
      double.account.update('memberTrainings', training, { untilDate: '2026-12-01' })
  }
  expect(await codes()).toEqual([])
  await expect(fabman.workshop.createBooking({ ...wanted, title: null })).rejects.toMatchObject({
    code: 'refused',
    options: { refusals: [{ code: 'noPermission' }] },
  })
})

test('a quote estimates by price, packages and credits, and books nothing', async () => {
  const asked = {
    equipment: 1,
    member: 1,
    fromDateTime: '2026-12-03T10:00',
    untilDateTime: '2026-12-03T12:00',
  }
  const before = (await fabman.workshop.bookings({ member: 1 })).length
  const quote = await fabman.workshop.quoteBooking(asked)
  expect(quote.refusals).toEqual([])
  expect(quote.cost).toMatchObject({ minutes: 120 })
  const offGrid = await fabman.workshop.quoteBooking({ ...asked, fromDateTime: '2026-12-03T10:10' })
  expect([offGrid.cost, offGrid.refusals.map(({ code }) => code)]).toEqual([null, ['slotGrid']])
  expect(await fabman.workshop.bookings({ member: 1 })).toHaveLength(before)
})

test('a hundred quotes at once keep no member from booking', async () => {
  const { workshop } = fabmanOf(database.db, double, clock, { perSecond: 50 })
  const reads = Array.from({ length: 100 }, () => [
    workshop.bookings({ resource: 1 }),
    workshop.quoteBooking({ ...asked, member: 2 }),
    workshop.credits(2),
  ]).flat()
  const seen = Promise.allSettled(reads)
  expect(await workshop.createBooking(asked)).toMatchObject({ state: 'confirmed', member: { id: 1 } })
  expect(new Set((await seen).map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']))
})

describe('a member who pays in advance', () => {
  const refused = { name: 'Problem', code: 'refused', options: { refusals: [{ code: 'prepaidBalance' }] } }
  const pays = (total: string) => double.account.insert('payments', { member: 1, total })

  beforeEach(() => {
    const { members, resources } = double.account.tables
    double.account.update('resources', resources.get(2) as never, {
      pricePerBooking: '6.00',
      pricePerBookingSeconds: 3600,
    })
    const change = { requireUpfrontPayment: true, upfrontMinimumBalance: '5.00' }
    double.account.update('members', members.get(1) as never, change)
    double.account.insert('credits', { member: 1, amount: '100.00' })
  })

  test('books up to the balance above the minimum, whatever the credits', async () => {
    pays('16.99')
    await expect(fabman.workshop.createBooking(asked)).rejects.toMatchObject(refused)
    expect((await fabman.workshop.quoteBooking(asked)).refusals).toMatchObject([
      { code: 'prepaidBalance', limit: 11.99 },
    ])
    pays('0.01')
    await fabman.workshop.createBooking(asked)
    await expect(fabman.workshop.createBooking({ ...asked, ...later })).rejects.toMatchObject(refused)
    expect((await fabman.workshop.member(1)) ?? {}).not.toHaveProperty('requireUpfrontPayment')
  })

  test('moves a paid booking, and extends it up to the balance', async () => {
    pays('17.00')
    const { id } = await fabman.workshop.createBooking(asked)
    const moved = { fromDateTime: later.fromDateTime, untilDateTime: '2026-12-02T22:00' }
    await fabman.workshop.changeBooking(id, 1, { ...moved, lockVersion: 1 })
    const longer = { ...moved, fromDateTime: '2026-12-02T19:00', lockVersion: 2 }
    await expect(fabman.workshop.changeBooking(id, 1, longer)).rejects.toMatchObject(refused)
  })

  test('has less for open invoices and charges', async () => {
    pays('27.00')
    double.account.insert('invoices', { member: 1, total: '5.00' })
    double.account.insert('invoices', { member: 1, total: '50.00', state: 'cancelled' })
    double.account.insert('charges', { member: 1, price: '5.01' })
    await expect(fabman.workshop.createBooking(asked)).rejects.toMatchObject(refused)
    expect(await fabman.workshop.createBooking({ ...asked, member: 2 })).toMatchObject({ state: 'confirmed' })
  })
})
