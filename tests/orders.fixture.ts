import { sql } from 'kysely'
import { createConnectorClient } from '../clients/connector.ts'
import type { OpenedDatabase } from '../platform/database/database.ts'
import { createLog, type Log } from '../platform/log.ts'
import { invoiceJobs } from '../services/backend/invoices/jobs.ts'
import { setBilling } from '../services/backend/invoices/settings.ts'
import { orderJobs } from '../services/backend/orders/jobs.ts'
import { placeOrder, type Placing } from '../services/backend/orders/placing.ts'
import type { Ordering } from '../services/backend/orders/parts.ts'
import { openProvider } from '../services/backend/payments/provider.fixture.ts'
import { refreshPayment } from '../services/backend/payments/settling.ts'
import { subscriptionJobs } from '../services/backend/subscriptions/jobs.ts'
import { shieldConnector } from '../services/backend/workshop.ts'
import { someone } from './buyer.fixture.ts'
import { ids, openServices, origin, tom } from './services.fixture.ts'

export const plus = 71
export const dayPass = 72
export const pack = 1

/** The seller of space 1, with an account to transfer to. */
export const seller = {
  name: 'Halle 9 Werkstatt GmbH',
  street: 'Am alten Drehwerk 9',
  zip: '51063',
  city: 'Köln',
  country: 'DE',
  email: 'hallo@halle9.example',
  phone: null,
  vatId: 'DE123456788',
  taxNumber: '217/5788/4711',
  bank: { holder: 'Halle 9', iban: 'DE02370502990000684712', bic: null },
}
/** How space 1 writes invoices. */
export const billing = {
  seller,
  prefix: 'H9-',
  scheme: 'standard',
  usageTaxPercent: '19.00',
  dueDays: 14,
  retainYears: 8,
}

const consents = [
  { kind: 'terms' as const, text: 'AGB' },
  { kind: 'withdrawal' as const, text: 'Widerruf' },
  { kind: 'earlyStart' as const, text: 'Sofort' },
]
const returnPaths = { success: '/me/order/{number}', cancel: '/me/credits' }

/** tom buys the pack: 500 credits for 45 euros. */
export function buysPack(requestKey: string, change: Partial<Placing> = {}): Placing {
  return {
    item: {
      kind: 'credits',
      pack,
    },
    buyer: {
      ...someone,
      firstName: 'Tom',
      lastName: 'Tom',
      email: tom.email,
    },
    member: ids.tom,
    paysBy: 'provider',
    startsEarly: true,
    shownCents: 4500,
    consents,
    requestKey,
    returnPaths,
    ...change,
  }
}

/** Somebody new becomes a member with the package Plus: 39 euros a month, 300 credits. */
export function joins(requestKey: string, change: Partial<Placing> = {}): Placing {
  return {
    item: {
      kind: 'membership',
      package: plus,
    },
    buyer: someone,
    member: null,
    paysBy: 'provider',
    startsEarly: true,
    shownCents: 3900,
    consents,
    requestKey,
    returnPaths,
    ...change,
  }
}

/** Backend and workshop over one database, a provider in memory, and a clock that tests set. */
export async function openOrders(change: { log?: Log; open?: () => Promise<OpenedDatabase> } = {}) {
  const world = await openServices(change)
  const { db } = world
  const time = { now: new Date('2026-11-23T11:00:00Z') }
  const clock = () => time.now
  const payments = openProvider(clock)
  const { log = createLog('silent') } = change
  const manager = createConnectorClient({
    baseUrl: `${origin}/connector/v1`,
    token: world.tokens.manage,
    fetch: world.fetch,
    log: () => {},
  })
  const parts: Ordering = {
    db,
    clock,
    log,
    siteUrl: origin,
    provider: payments.provider,
    legalTextOf: async (page) => page,
    connector: shieldConnector(manager, log),
    pdfs: { invoicePdf: async () => new Uint8Array([1]), certificatePdf: async () => new Uint8Array([2]) },
  }
  const month = { allowsBooking: true, recurringFeePeriod: 'month' }
  await db
    .insertInto('package')
    .values([
      { id: plus, name: 'Plus', ...month, recurringFeeCents: 3900, monthlyCreditCents: 3000 },
      { id: dayPass, name: 'Tag', ...month, recurringFeePeriod: 'day', recurringFeeCents: 1500, kind: 'day' },
    ])
    .execute()
  await db
    .insertInto('creditPack')
    .values({ id: pack, creditCents: 5000, priceCents: 4500, validMonths: 12 })
    .execute()
  await reset()

  /** Removes what orders have left. */
  async function reset(): Promise<void> {
    time.now = new Date('2026-11-23T11:00:00Z')
    payments.forget()
    Object.assign(payments.faults, { down: false, refusesRefunds: false })
    await sql`truncate customer_order, legal_text, provider_event, payment, refund, payment_profile, subscription, consent,
      invoice, invoice_series, invoice_payment, subscription_period, dunning, usage_bill, charge, bill, prepayment, mail,
      outbox, grant_record,
      member_package, billing_settings cascade`.execute(db)
    await sql`delete from credit where id > 1000`.execute(db)
    await sql`alter table credit alter column id restart with 1001`.execute(db)
    await db.deleteFrom('booking').where('memberId', '>', 1000).execute()
    await db.deleteFrom('member').where('id', '>', 1000).execute()
    await sql`alter table member alter column id restart with 1001`.execute(db)
    await setBilling(db, clock, 1, billing)
  }

  /** What orders have left behind, for a look at once. */
  async function left() {
    const [orders, invoices, paid, mails, credits, packages, refunds] = await Promise.all([
      db.selectFrom('customerOrder').select(['number', 'state', 'memberId']).orderBy('id').execute(),
      db.selectFrom('invoice').select(['number', 'grossCents', 'memberId']).orderBy('id').execute(),
      db.selectFrom('invoicePayment').select(['method', 'amountCents']).orderBy('id').execute(),
      db.selectFrom('mail').select('kind').orderBy('kind').execute(),
      db
        .selectFrom('credit')
        .select(['memberId', 'amountCents', 'fromDate', 'untilDate'])
        .where('id', '>', 1000)
        .orderBy('id')
        .execute(),
      db.selectFrom('memberPackage').select(['memberId', 'packageId', 'fromDate', 'untilDate']).execute(),
      db.selectFrom('refund').select(['amountCents', 'state']).orderBy('id').execute(),
    ])
    return { orders, invoices, paid, mails: mails.map(({ kind }) => kind), credits, packages, refunds }
  }

  /** Runs the jobs of orders once. */
  async function jobs(): Promise<void> {
    for (const run of Object.values(orderJobs(parts))) await run()
  }

  /** Runs every job of orders, contracts and invoices once. */
  async function everyJob(): Promise<void> {
    const all = { ...subscriptionJobs(parts), ...orderJobs(parts), ...invoiceJobs(parts) }
    for (const run of Object.values(all)) await run()
  }

  /** The jobs run at noon of a day, as they do every minute. */
  async function on(day: string): Promise<void> {
    time.now = new Date(`${day}T11:00:00Z`)
    await everyJob()
    await everyJob()
  }

  /** The provider says how each payment is. */
  async function refreshAll(): Promise<void> {
    for (const { asked } of payments.pages()) await refreshPayment(parts, asked.payment)
  }

  /** The newest page becomes paid, and the provider says so. */
  async function pay(): Promise<void> {
    payments.become('paid')
    await refreshAll()
  }

  const minutesLater = (minutes: number) => (time.now = new Date(time.now.getTime() + minutes * 60_000))
  const place = (asked: Placing) => placeOrder(parts, asked)
  const withoutProvider = (): Ordering => ({ ...parts, provider: null })
  const own = {
    parts,
    payments,
    time,
    reset,
    left,
    place,
    jobs,
    everyJob,
    on,
    refreshAll,
    pay,
    withoutProvider,
  }
  return { ...world, ...own, minutesLater }
}

/** The parts of a process that ends when it reads its space a second time: a refund is made then, its invoice not cancelled. */
export function endsBeforeCancelling(parts: Ordering): Ordering {
  let reads = 0
  const { connector } = parts
  const space: typeof connector.space = async (id) => {
    reads++
    if (reads > 1) throw new Error('killed')
    return connector.space(id)
  }
  return { ...parts, connector: { ...connector, space } }
}
