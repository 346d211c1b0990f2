import { InsertQueryNode } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { someone } from '../../../tests/buyer.fixture.ts'
import { buysPack, openOrders } from '../../../tests/orders.fixture.ts'
import { orderJobs } from '../orders/jobs.ts'
import type { Ordering } from '../orders/parts.ts'
import { placeOrder } from '../orders/placing.ts'

/** Some hundred transactions on a busy machine. */
const longestMs = 180_000
const clients = 16
const orders = 200
/** Midnight of New Year in Berlin, the zone of the space. */
const midnight = new Date('2026-12-31T23:00:00Z')
const buyer = { ...someone, email: 'tom@example.org', company: 'Möbel GmbH' }

let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())

/** The same database, whose every third transaction is rolled back once its invoice has its number. */
function failing(db: Database) {
  let numbered = 0
  let rolledBack = 0
  const failed = db.withPlugin({
    transformQuery({ node }) {
      if (!InsertQueryNode.is(node) || node.into?.table.identifier.name !== 'invoice_tax') return node
      numbered += 1
      if (numbered % 3 > 0) return node
      rolledBack += 1
      throw new Error('rolled back')
    },
    transformResult: async ({ result }) => result,
  })
  return { db: failed, rolledBack: () => rolledBack }
}

/** Runs `work` for each index from several clients at once. */
async function byClients(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const client = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: clients }, client))
}

async function isDone({ db }: Ordering): Promise<boolean> {
  const open = await db.selectFrom('customerOrder').select('id').where('state', '!=', 'fulfilled').execute()
  return open.length === 0
}

test(
  '16 clients order over New Year, every third transaction is rolled back: two series without a gap',
  async () => {
    const { db, rolledBack } = failing(world.parts.db)
    const parts = { ...world.parts, db }
    world.time.now = new Date(midnight.getTime() - 1000)
    await byClients(orders, async (index) => {
      if (index === orders / 2) world.time.now = midnight
      await placeOrder(parts, buysPack(`order-${index}`, { buyer, paysBy: 'invoice', buyerKey: `${index}` }))
    })
    for (let hour = 0; hour < 24 && !(await isDone(parts)); hour++) {
      world.minutesLater(60)
      await Promise.all([1, 2].map(() => orderJobs(parts)['fulfil orders']()))
    }

    const rows = await world.db
      .selectFrom('invoice')
      .select(['year', 'sequence', 'number', 'issuedOn', 'purpose'])
      .orderBy('year')
      .orderBy('sequence')
      .execute()
    const ofYear = (year: number) => rows.filter((row) => row.year === year)
    expect(rows).toHaveLength(orders)
    expect(new Set(rows.map(({ purpose }) => purpose)).size).toBe(orders)
    expect(rolledBack()).toBeGreaterThanOrEqual(orders / 3)
    for (const year of [2026, 2027]) {
      const issued = ofYear(year)
      expect(issued.length).toBeGreaterThan(orders / 5)
      expect(issued.map(({ number }) => number)).toEqual(
        issued.map((_, index) => `H9-${year}-${String(index + 1).padStart(6, '0')}`),
      )
      expect(new Set(issued.map(({ issuedOn }) => issuedOn.slice(0, 4)))).toEqual(new Set([`${year}`]))
    }
    expect(new Set(ofYear(2026).map(({ issuedOn }) => issuedOn))).toEqual(new Set(['2026-12-31']))
  },
  longestMs,
)
