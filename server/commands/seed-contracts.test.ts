import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnectorClient } from '../../clients/connector.ts'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../platform/database/database.ts'
import { addDays } from '../../rules/time.ts'
import { createLog } from '../../platform/log.ts'
import { invoicesOf, readInvoice } from '../../services/backend/invoices/invoices.store.ts'
import type { Ordering } from '../../services/backend/orders/parts.ts'
import { seedUsageInvoices } from '../../services/backend/seed/seed-usage.ts'
import { subscriptionOf } from '../../services/backend/subscriptions/cancelling.ts'
import { teamView } from '../../services/backend/teams/view.ts'
import { shieldConnector } from '../../services/backend/workshop.ts'
import { connectorOf, engineOf, now } from '../../services/connector/connector.fixture.ts'
import { seedDemo, seedDemoContracts } from './seed-demo.ts'

const clock = () => now
const log = createLog('silent')
const [mia, lea, kai] = [1, 3, 4]
let opened: OpenedDatabase
let parts: Ordering

beforeAll(async () => {
  opened = await testDatabase()
  await seedDemo(opened.db, clock)
  const fetch = connectorOf(engineOf(opened.db, clock), clock, opened.db)
  const client = createConnectorClient({
    baseUrl: 'http://connector',
    token: 'manage-token',
    fetch,
    log: () => {},
  })
  parts = {
    db: opened.db,
    connector: shieldConnector(client, log),
    clock,
    log,
    siteUrl: 'http://localhost',
    pdfs: { invoicePdf: async () => new Uint8Array(), certificatePdf: async () => new Uint8Array() },
    provider: null,
    legalTextOf: async (page) => page,
  }
})
afterAll(() => opened.close())

const comingOf = async (member: number) =>
  (await parts.db
    .selectFrom('booking')
    .select(['id', 'state', 'priceCents', 'moneyCents'])
    .where('memberId', '=', member)
    .where('startsAt', '>', now)
    .orderBy('id')
    .execute()) as object[]

test('first starts at once give the demo one membership and one team, which cost nobody a booking', async () => {
  const before = [await comingOf(mia), await comingOf(lea), await comingOf(kai)]
  expect(before.flat().length).toBeGreaterThan(2)
  await Promise.all([1, 2, 3, 4].map(() => seedDemoContracts(parts)))
  await seedDemoContracts(parts)
  expect(await comingOf(mia)).toEqual(before[0])
  // The credits of the team pay now.
  const paid = before.map((own) => own.map((booking) => ({ ...booking, moneyCents: 0 })))
  expect([await comingOf(lea), await comingOf(kai)]).toEqual(paid.slice(1))
  const since = '2026-11-29'
  expect(await teamView(parts, lea)).toMatchObject({
    name: 'Atelier Nord GbR',
    role: 'owner',
    seats: 3,
    people: [
      { name: 'Lea Brandt', role: 'owner', since },
      { name: 'Kai Vogel', role: 'member', since },
    ],
    invitations: [{ email: 'jonas@example.org', isOver: false }],
    credits: { amountCents: 15_000, remainingCents: 7845, untilDate: '2026-12-28' },
    contract: { state: 'active' },
  })
  expect(await teamView(parts, kai)).toMatchObject({ role: 'member' })
  for (const [member, earlier, day, current] of [
    [mia, 'Basis', '2026-11-25', 'Plus'],
    [lea, 'Profi', '2026-11-28', 'Team'],
    [kai, 'Basis', '2026-11-28', 'Team'],
  ] as const)
    expect(await parts.connector.packages(member), 'one package after the other').toMatchObject([
      { name: earlier, untilDate: day },
      { name: current, fromDate: addDays(day, 1), untilDate: null },
    ])
  expect(await subscriptionOf(parts, mia)).toMatchObject({
    state: 'active',
    nextPayment: { day: '2026-12-26' },
  })
  const invoices = (await invoicesOf(parts.db, mia)).toReversed()
  expect(invoices).toMatchObject([
    { number: 'H9-2026-000001', issuedOn: '2026-09-01', state: 'paid', grossCents: 600 },
    { number: 'H9-2026-000002', issuedOn: '2026-10-01', state: 'paid', grossCents: 200 },
    { number: 'H9-2026-000003', issuedOn: '2026-11-26', state: 'paid', grossCents: 3900 },
  ])
  for (const { id, issuedOn } of invoices.slice(0, 2)) {
    const { lines } = (await readInvoice(parts.db, id)) ?? { lines: [] }
    const months = lines.map(({ suppliedFrom }) => suppliedFrom?.slice(0, 7))
    expect(months, 'bookings of the month before').toEqual([addDays(issuedOn, -1).slice(0, 7)])
  }
})

test('credits of the contracts came on the first day of their period', async () => {
  const given = await parts.db
    .selectFrom('credit')
    .select(['memberId', 'amountCents', 'createdAt'])
    .where('createdAt', '>', new Date('2026-11-20T00:00:00Z'))
    .orderBy('createdAt')
    .execute()
  expect(given.filter(({ memberId }) => memberId !== 2)).toEqual([
    { memberId: mia, amountCents: 3000, createdAt: new Date('2026-11-26T05:00:00Z') },
    { memberId: lea, amountCents: 15_000, createdAt: new Date('2026-11-29T05:00:00Z') },
  ])
})

test('an invoice that was owed before the demo is written stays open', async () => {
  const stateOf = async () => (await invoicesOf(parts.db, lea))[0]?.state
  expect(await stateOf()).toBe('open')
  await seedUsageInvoices(parts, { until: '2026-11-30', zone: 'Europe/Berlin' })
  expect(await stateOf()).toBe('open')
})
