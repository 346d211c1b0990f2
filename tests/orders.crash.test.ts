import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FabmanDouble } from '../doubles/fabman/double.ts'
import { openDouble } from '../doubles/fabman/workshop.fixture.ts'
import { managing } from '../server/commands/connector.fixture.ts'
import { makeDocuments } from '../services/backend/invoices/documents.ts'
import { cancelOrder } from '../services/backend/orders/paying.ts'
import { orderJobs } from '../services/backend/orders/jobs.ts'
import type { Ordering } from '../services/backend/orders/parts.ts'
import { invoiceUsage } from '../services/backend/invoices/usage.ts'
import { placeInvoicePayment, placeOrder } from '../services/backend/orders/placing.ts'
import { refreshPayment } from '../services/backend/payments/settling.ts'
import { shieldConnector } from '../services/backend/workshop.ts'
import { mortal } from '../services/connector/grants.fixture.ts'
import { fabmanOf } from '../services/connector/twins.fixture.ts'
import {
  dieAtEachPoint,
  dying,
  longestMs,
  type Mortal,
  mortalParts,
  never,
  untilDead,
} from './mortal.fixture.ts'
import { buysPack, joins, openOrders } from './orders.fixture.ts'
import { ids } from './services.fixture.ts'

let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const partsOf = (life: Mortal) => mortalParts(world.parts, life)

const jobs = async (parts: Ordering) => {
  for (const run of Object.values(orderJobs(parts))) await run()
  await makeDocuments(parts)
}

/** The same on Fabman, whose calls are points, too. */
function fabmanParts(life: Mortal, double: FabmanDouble): Ordering {
  const { parts, time } = world
  const clock = () => time.now
  const db = life.database(parts.db)
  const network = { ...double, fetch: life.network(double.fetch) }
  const connector = shieldConnector(managing(fabmanOf(db, network, clock).workshop, clock), parts.log)
  return {
    ...parts,
    db,
    connector,
    provider: parts.provider && dying(parts.provider, life),
  }
}

/** The buyer pays on every page that is there, and each payment is looked at. */
async function payAndLook(parts: Ordering): Promise<void> {
  for (const { ref, state, asked } of world.payments.pages()) {
    if (state === 'open') world.payments.become('paid', ref)
    await refreshPayment(parts, asked.payment)
  }
}

async function left() {
  const { orders, ...rest } = await world.left()
  const payments = await world.db.selectFrom('payment').select('providerRef').execute()
  const known = payments.map(({ providerRef }) => providerRef)
  // What somebody paid on such a page, nobody would notice.
  const orphans = world.payments.pages().filter(({ ref }) => !known.includes(ref)).length
  const recorded = await world.db.selectFrom('prepayment').select('amountCents').execute()
  return { ...rest, orphans, recorded, orders: orders.map(({ state, memberId }) => ({ state, memberId })) }
}

const scenarios: [string, (parts: Ordering) => Promise<unknown>, number][] = [
  [
    'a membership of somebody new',
    async (parts) => {
      await placeOrder(parts, joins('a'))
      await payAndLook(parts)
      await jobs(parts)
    },
    60,
  ],
  [
    'a cancelled order that is paid all the same',
    async (parts) => {
      const { number } = await placeOrder(parts, buysPack('a'))
      await cancelOrder(parts, number)
      const [page] = world.payments.pages()
      if (page) world.payments.become('paid', page.ref)
      if (page) await refreshPayment(parts, page.asked.payment)
      await jobs(parts)
    },
    30,
  ],
  [
    'a payment of an invoice of bookings',
    async (parts) => {
      await owes()
      await invoiceUsage(parts)
      const invoice = await world.db.selectFrom('invoice').select('id').executeTakeFirst()
      const returnPaths = { success: '/me/order/{number}', cancel: '/me/invoices' }
      const asked = { member: ids.tom, requestKey: 'a', locale: 'de' as const, returnPaths }
      if (invoice) await placeInvoicePayment(parts, { ...asked, invoice: invoice.id })
      await payAndLook(parts)
      await jobs(parts)
    },
    40,
  ],
]

/** tom owes 12 euros for a booking. */
async function owes(): Promise<void> {
  if (await world.db.selectFrom('charge').select('id').executeTakeFirst()) return
  const createdAt = new Date('2026-10-10T12:00:00Z')
  const charge = { memberId: ids.tom, priceCents: 1200, description: 'Laser', createdAt }
  await world.db.insertInto('charge').values(charge).execute()
}

test.each(scenarios)(
  'a process dies at each point of %s: another one ends in the same state',
  async (_, run, least) => {
    await run(partsOf(mortal(never)))
    const expected = await left()
    expect(expected.orders).toHaveLength(1)
    const points = await dieAtEachPoint({
      stride: 1,
      before: () => world.reset(),
      run: (life) => run(partsOf(life)),
      async ends(point) {
        world.minutesLater(5)
        await run(world.parts)
        world.minutesLater(5)
        await jobs(world.parts)
        expect(await left(), point).toEqual(expected)
      },
    })
    expect(points).toBeGreaterThanOrEqual(least)
  },
  longestMs,
)

test(
  'a process dies at each point of a membership on Fabman: there is one member with one package',
  async () => {
    const item = { kind: 'membership' as const, package: 1 }
    const run = async (parts: Ordering) => {
      await placeOrder(parts, joins('a', { item }))
      await payAndLook(parts)
      await jobs(parts)
    }
    let points = 0
    for (let at = 1; ; at++) {
      await world.reset()
      const double = openDouble({ clock: () => world.time.now, judgesAdmins: false })
      const life = mortal(at)
      await untilDead(life, () => run(fabmanParts(life, double)))
      if (!life.isDead()) break
      points++
      world.minutesLater(5)
      const alive = fabmanParts(mortal(never), double)
      await run(alive)
      world.minutesLater(5)
      await jobs(alive)
      const found = double.account.rows('members').filter((row) => row['emailAddress'] === 'nele@example.org')
      const packages = double.account.rows('memberPackages').filter(({ member }) => member === found[0]?.id)
      expect([found.length, packages.length], `point ${at}`).toEqual([1, 1])
      expect(await left(), `point ${at}`).toMatchObject({
        orders: [{ state: 'fulfilled', memberId: found[0]?.id }],
        invoices: [{ grossCents: 3900, number: 'H9-2026-000001' }],
        mails: ['invoice', 'order-confirmation'],
        refunds: [],
      })
    }
    expect(points).toBeGreaterThanOrEqual(80)
  },
  longestMs,
)
