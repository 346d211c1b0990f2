import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenedDatabase } from '../../../../platform/database/database.ts'
import { testDatabase } from '../../../../platform/database/database.fixture.ts'
import { ask, openDouble } from '../../../../doubles/fabman/workshop.fixture.ts'
import { fabmanOf } from '../../twins.fixture.ts'

const times = { fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T20:00' }

let database: OpenedDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('credits for certain equipment count only there, in the quote as in what Fabman charges', async () => {
  let now = new Date('2026-12-01T08:00:00Z')
  const clock = () => now
  const double = openDouble({ clock })
  const { account } = double
  for (const id of [2, 3]) {
    const price = { pricePerBooking: '5.00', pricePerBookingSeconds: 3600, type: id }
    account.update('resources', account.tables.resources.get(id)!, price)
  }
  const only = { type: 'resource', resourceType: null, resource: null }
  const limits = [[{ ...only, resource: 3 }], [{ ...only, type: 'resourceType', resourceType: 2 }], []]
  for (const resources of limits) account.insert('credits', { member: 1, amount: '4.00', resources })
  const { workshop } = fabmanOf(database.db, double, clock)
  const wanted = [
    { equipment: 2, member: 1, ...times },
    { equipment: 3, member: 1, fromDateTime: '2026-12-02T20:00', untilDateTime: '2026-12-02T21:00' },
  ]
  const costs = []
  for (const asked of wanted) costs.push((await workshop.quoteBooking(asked)).cost)
  expect(costs).toMatchObject([
    {
      price: '10.00',
      credits: [
        { credit: 2, amount: '4.00' },
        { credit: 3, amount: '4.00' },
      ],
      money: '2.00',
    },
    {
      price: '5.00',
      credits: [
        { credit: 1, amount: '4.00' },
        { credit: 3, amount: '1.00' },
      ],
      money: '0.00',
    },
  ])
  await workshop.createBooking({ ...wanted[0]!, title: null })
  now = new Date('2026-12-02T22:00:00Z')
  const usesOf = async (credit: number) =>
    (await ask(double, 'GET', `/members/1/credits/${credit}/uses`)).json()
  expect([await usesOf(1), await usesOf(2), await usesOf(3)]).toMatchObject([
    [],
    [{ amount: '4.00' }],
    [{ amount: '4.00' }],
  ])
  expect(await workshop.credits(1)).toSatisfy((credits: object[]) =>
    credits.every((each) => !('resources' in each)),
  )
})

test('the package list shows only credits for all equipment', async () => {
  const double = openDouble()
  const { account } = double
  const resources = [{ type: 'resource', resourceType: null, resource: 1 }]
  account.insert('packageCredits', { package: 1, amount: '10.00', resources })
  account.insert('packageCredits', { package: 1, amount: '15.00' })
  const { workshop } = fabmanOf(database.db, double, () => new Date('2026-12-01T08:00:00Z'))
  expect(await workshop.packageList()).toMatchObject([{ id: 1, credit: '15.00' }])
})
