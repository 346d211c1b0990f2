import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { invoiceOf } from '../services/backend/invoices/invoice.fixture.ts'
import { addPayment, insertInvoice } from '../services/backend/invoices/invoices.store.ts'
import { keepEvent } from '../services/backend/payments/events.store.ts'
import { changePayment, insertPayment } from '../services/backend/payments/payments.store.ts'
import { insertRefund } from '../services/backend/payments/refunds.store.ts'
import { asks, free, openPlaces } from '../services/backend/places/places.fixture.ts'
import { remindOfPlaces } from '../services/backend/places/reminding.ts'
import { signUp } from '../services/backend/places/signing-up.ts'
import { buysPack } from './orders.fixture.ts'
import { ids } from './services.fixture.ts'

type World = Awaited<ReturnType<typeof openPlaces>>

/** How often each write is made at once. */
const rush = 20
const now = new Date('2026-11-23T11:00:00Z')

let whole: World
/** Runs the rushes without their guards. */
let mutant: World

beforeAll(async () => {
  whole = await openPlaces()
  mutant = await openPlaces()
  for (const { guard, of } of guards) {
    const dropped =
      of === null
        ? sql`drop index ${sql.id(guard)}`
        : sql`alter table ${sql.table(of)} drop constraint ${sql.id(guard)} cascade`
    await dropped.execute(mutant.db)
  }
}, 120_000)
afterAll(async () => {
  await whole.close()
  await mutant.close()
})
beforeEach(async () => {
  await whole.reset()
  await mutant.reset()
})

/** Does the same write many times at once. @returns how many were refused */
async function atOnce(write: (index: number) => Promise<unknown>): Promise<number> {
  const done = await Promise.allSettled(Array.from({ length: rush }, (_, index) => write(index)))
  return done.filter(({ status }) => status === 'rejected').length
}

/** An order of a buyer whose first attempt to pay came to nothing. */
async function anOrder({ db, place }: World): Promise<number> {
  await place(buysPack('a'))
  const { id: order } = await db.selectFrom('customerOrder').select('id').executeTakeFirstOrThrow()
  await db.updateTable('payment').set({ state: 'expired' }).execute()
  return order
}

async function anInvoice({ db }: World, purpose: string): Promise<number> {
  const { cancels: _, id: _id, number: _number, ...invoice } = invoiceOf()
  const own = {
    space: 1,
    member: ids.tom,
    prefix: 'H9-',
    purpose,
    cancels: null,
    retainUntil: '2034-12-31',
    now,
  }
  return db.transaction().execute((tx) => insertInvoice(tx, { ...invoice, ...own }))
}

const count = async (
  { db }: World,
  table: 'providerEvent' | 'invoice' | 'invoicePayment' | 'refund' | 'mail',
) => (await db.selectFrom(table).select('id').execute()).length

async function paymentsThatAre({ db }: World, state: string): Promise<number> {
  return (await db.selectFrom('payment').select('id').where('state', '=', state).execute()).length
}

interface Guard {
  what: string
  guard: string
  /** Its table; null where it is an index. */
  of: string | null
  /** Makes the rush. @returns how many of it were refused, and how much counts */
  run: (world: World) => Promise<{ refused: number; counted: number }>
  /** Whether it refuses a repeat, which else is taken and changes nothing. */
  refuses: boolean
  /** How much counts without it: nothing where `on conflict` needs the index and fails. */
  without: 'nothing' | 'many'
}

/** Guards of the database. No lock of the code serialises these rushes, so each result depends on the guard alone. */
const guards: Guard[] = [
  {
    what: 'a message of the provider is stored once',
    guard: 'provider_event_pkey',
    of: 'provider_event',
    refuses: false,
    run: async (world) => {
      await world.db.deleteFrom('providerEvent').execute()
      const refused = await atOnce(() => keepEvent(world.db, { id: 'evt_1', type: 'x', ref: 'cs_1' }, now))
      return { refused, counted: await count(world, 'providerEvent') }
    },
    without: 'nothing',
  },
  {
    what: 'an order has one payment under way',
    guard: 'payment_one_running',
    of: null,
    refuses: true,
    run: async (world) => {
      const order = await anOrder(world)
      const given = { order, mode: 'checkout', cents: 4500, now } as const
      const refused = await atOnce(() => world.db.transaction().execute((tx) => insertPayment(tx, given)))
      return { refused, counted: await paymentsThatAre(world, 'created') }
    },
    without: 'many',
  },
  {
    what: 'an order is paid by one payment',
    guard: 'payment_one_paid',
    of: null,
    refuses: true,
    run: async (world) => {
      const orderId = await anOrder(world)
      const attempts = Array.from({ length: rush }, (_, index) => index + 2)
      const row = { orderId, mode: 'checkout', state: 'expired', amountCents: 4500, createdAt: now }
      const rows = await world.db
        .insertInto('payment')
        .values(attempts.map((attempt) => ({ ...row, attempt })))
        .returning('id')
        .execute()
      const refused = await atOnce((index) =>
        changePayment(world.db, rows[index]?.id ?? 0, { state: 'paid', paidAt: now }),
      )
      return { refused, counted: await paymentsThatAre(world, 'paid') }
    },
    without: 'many',
  },
  {
    what: 'money goes back once for a reason',
    guard: 'refund_reason_unique',
    of: 'refund',
    refuses: false,
    run: async (world) => {
      await anOrder(world)
      const { id: payment } = await world.db.selectFrom('payment').select('id').executeTakeFirstOrThrow()
      const given = { payment, amount: 4500, reason: 'surplus-1', state: 'asked', now } as const
      const refused = await atOnce(() => world.db.transaction().execute((tx) => insertRefund(tx, given)))
      return { refused, counted: await count(world, 'refund') }
    },
    without: 'nothing',
  },
  {
    what: 'nothing is invoiced twice',
    guard: 'invoice_purpose_unique',
    of: 'invoice',
    refuses: true,
    run: async (world) => {
      const refused = await atOnce(() => anInvoice(world, 'order-1'))
      return { refused, counted: await count(world, 'invoice') }
    },
    without: 'many',
  },
  {
    what: 'a payment is booked once',
    guard: 'invoice_payment_request_key_unique',
    of: 'invoice_payment',
    refuses: false,
    run: async (world) => {
      const invoice = await anInvoice(world, 'order-1')
      const paid = { method: 'provider', cents: 4900, paidOn: '2026-11-23', key: 'payment-1' } as const
      const refused = await atOnce(() => addPayment(world.db, { ...paid, invoice, now }))
      return { refused, counted: await count(world, 'invoicePayment') }
    },
    without: 'nothing',
  },
  {
    what: 'a credit is granted once by a key',
    guard: 'grant_record_pkey',
    of: 'grant_record',
    refuses: false,
    run: async (world) => {
      const credit = { amount: '50.00', scope: 'booking' } as const
      const grant = { member: { id: ids.tom }, packages: [], credits: [credit], trainings: [] }
      const refused = await atOnce(() => world.parts.connector.grant('order-1', grant))
      return { refused, counted: (await world.left()).credits.length }
    },
    without: 'nothing',
  },
  {
    what: 'a mail about a place is sent once',
    guard: 'place_reminder_pkey',
    of: 'place_reminder',
    refuses: false,
    run: async (world) => {
      await signUp(world.parts, asks('ada', { dateId: free.date }))
      await world.db.deleteFrom('mail').execute()
      world.time.now = new Date('2026-12-14T08:00:00Z')
      const refused = await atOnce(() => remindOfPlaces(world.parts))
      return { refused, counted: await count(world, 'mail') }
    },
    without: 'many',
  },
]

test.each(guards)(`${rush} at once: $what`, async ({ run, refuses }) => {
  expect(await run(whole)).toEqual({ counted: 1, refused: refuses ? rush - 1 : 0 })
})

test.each(guards)('mutant: without $guard, $without counts', async ({ run, without }) => {
  const { counted } = await run(mutant)
  if (without === 'nothing') expect(counted).toBe(0)
  else expect(counted).toBeGreaterThan(1)
})
