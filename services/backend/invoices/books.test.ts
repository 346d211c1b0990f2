import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import type { GrossLine } from '../../../rules/vat.ts'
import { openServices, origin } from '../../../tests/services.fixture.ts'
import type { BackendConnector } from '../workshop.ts'
import { exportInvoices } from './exporting.ts'
import { invoiceOf } from './invoice.fixture.ts'
import { addPayment, deleteEnded, insertInvoice } from './invoices.store.ts'
import { invoiceJobs } from './jobs.ts'
import type { Invoicing } from './parts.ts'
import { setBilling } from './settings.ts'

const settings = {
  seller: invoiceOf().seller,
  prefix: 'H9-',
  scheme: 'standard',
  usageTaxPercent: '19.00',
  dueDays: 14,
  retainYears: 8,
  datev: { consultant: 1001, client: 7, chart: '03' },
}
const instant = new Date('2026-12-01T08:00:00Z')

let world: Awaited<ReturnType<typeof openServices>>
let invoicing: Invoicing

beforeAll(async () => {
  world = await openServices()
  const space = { id: 1, timezone: 'Europe/Berlin' }
  invoicing = {
    db: world.db,
    connector: {
      space: (id: number) => Promise.resolve(id === 1 ? space : null),
    } as unknown as BackendConnector,
    clock: () => instant,
    log: createLog('silent'),
    siteUrl: origin,
    pdfs: {
      invoicePdf: () => Promise.reject(new Error('no paper here')),
      certificatePdf: () => Promise.reject(new Error('no paper here')),
    },
    provider: null,
  }
})
afterAll(() => world.close())
beforeEach(async () => {
  await sql`truncate billing_settings, usage_bill, invoice, invoice_series cascade`.execute(world.db)
  await setBilling(world.db, () => instant, 1, settings)
})

const line = (grossCents: number, taxPercent = '19.00'): GrossLine => ({
  text: 'Lasercutter',
  quantity: 1,
  suppliedFrom: null,
  suppliedUntil: null,
  taxPercent,
  grossCents,
})

/** Writes an invoice, or with `cancels` the cancellation of one; it must be kept until the end of a year. */
async function issue(
  change: { issuedOn?: string; keptUntil?: number; cancels?: number; lines?: GrossLine[] } = {},
): Promise<number> {
  const { issuedOn = '2026-11-10', keptUntil = 2034, cancels = null, lines = [line(1523)] } = change
  const { id: _, number: __, ...invoice } = invoiceOf({ lines })
  return world.db.transaction().execute((tx) =>
    insertInvoice(tx, {
      ...invoice,
      kind: cancels === null ? 'invoice' : 'cancellation',
      cancels,
      issuedOn,
      dueOn: issuedOn,
      space: 1,
      member: 2,
      prefix: 'H9-',
      purpose: `test-${crypto.randomUUID()}`,
      retainUntil: `${keptUntil}-12-31`,
      now: instant,
    }),
  )
}

/** Gives an invoice everything that may belong to one. */
async function complete(invoiceId: number): Promise<void> {
  const { db } = world
  await db
    .insertInto('invoiceDocument')
    .values({ invoiceId, pdf: Buffer.from('%PDF'), xml: null, createdAt: instant })
    .execute()
  const payment = { invoice: invoiceId, key: `paid-${invoiceId}`, method: 'transfer', cents: 1523 } as const
  await addPayment(db, { ...payment, paidOn: '2026-12-01', now: instant })
  await db
    .insertInto('usageBill')
    .values({ key: `usage-${invoiceId}`, memberId: 2, until: instant, invoiceId, createdAt: instant })
    .execute()
}

const partsOf = async (invoiceId: number) => {
  const counts: Record<string, number> = {}
  for (const table of [
    'invoiceLine',
    'invoiceTax',
    'invoiceDocument',
    'invoicePayment',
    'usageBill',
  ] as const) {
    const rows = await world.db
      .selectFrom(table as 'invoiceLine')
      .select('invoiceId')
      .where('invoiceId', '=', invoiceId)
      .execute()
    counts[table] = rows.length
  }
  return counts
}

const numbers = async () =>
  (await world.db.selectFrom('invoice').select('id').orderBy('id').execute()).map(({ id }) => id)

describe('an invoice whose retention has ended', () => {
  test('is deleted with everything that belongs to it; the others stay', async () => {
    const [ended, kept] = [await issue({ keptUntil: 2024 }), await issue()]
    await complete(ended)
    await complete(kept)
    await invoiceJobs(invoicing)['delete invoices that need not be kept']()
    expect(await numbers()).toEqual([kept])
    const none = { invoiceLine: 0, invoiceTax: 0, invoiceDocument: 0, invoicePayment: 0, usageBill: 0 }
    const all = { invoiceLine: 1, invoiceTax: 1, invoiceDocument: 1, invoicePayment: 1, usageBill: 1 }
    expect([await partsOf(ended), await partsOf(kept)]).toEqual([none, all])
  })

  test('stays on its last day', async () => {
    const ended = await issue({ keptUntil: 2024 })
    expect(await deleteEnded(world.db, '2024-12-31')).toBe(0)
    expect(await deleteEnded(world.db, '2025-01-01')).toBe(1)
    expect(await numbers()).not.toContain(ended)
  })

  test('stays as long as its cancellation, and then goes with it', async () => {
    const first = await issue({ keptUntil: 2023 })
    await issue({ keptUntil: 2024, cancels: first })
    expect(await deleteEnded(world.db, '2024-06-01')).toBe(0)
    expect(await deleteEnded(world.db, '2025-01-01')).toBe(2)
  })

  test('gives its number to nobody else', async () => {
    await issue({ keptUntil: 2024 })
    await deleteEnded(world.db, '2026-12-01')
    const next = await issue()
    const { number } = await world.db
      .selectFrom('invoice')
      .select('number')
      .where('id', '=', next)
      .executeTakeFirstOrThrow()
    expect(number).toBe('H9-2026-000002')
  })
})

test.each([
  ['invoice', 'is kept until'],
  ['invoice_line', 'belongs to invoice'],
  ['invoice_tax', 'belongs to invoice'],
  ['invoice_document', 'belongs to invoice'],
  ['invoice_payment', 'belongs to invoice'],
  ['usage_bill', 'belongs to invoice'],
])('before that, nothing is deleted from %s', async (table, message) => {
  const id = await issue()
  await complete(id)
  await expect(sql.raw(`delete from ${table}`).execute(world.db)).rejects.toThrow(message)
  expect(Object.values(await partsOf(id))).toEqual([1, 1, 1, 1, 1])
})

describe('the export', () => {
  const asked = { month: '2026-11', format: 'datev', space: undefined } as const
  const rows = (text: string) =>
    text
      .split('\r\n')
      .slice(2, -1)
      .map((row) => row.split(';').slice(0, 14))

  test('has one line per rate of the invoices of that month, a cancellation on the other side', async () => {
    await issue({ issuedOn: '2026-10-31' })
    const first = await issue({ issuedOn: '2026-11-01', lines: [line(1190), line(535, '7.00')] })
    await issue({ issuedOn: '2026-11-30', cancels: first, lines: [line(-1190), line(-535, '7.00')] })
    await issue({ issuedOn: '2026-12-01' })
    const { text, ...file } = await exportInvoices(invoicing, asked)
    expect(file).toEqual({ path: 'EXTF_Buchungsstapel_2026-11.csv', encoding: 'latin1', invoices: 2 })
    expect(text.split('\r\n')[0]).toContain(';1001;7;20260101;4;20261101;20261130;"Rechnungen 11/2026"')
    const picked = rows(text).map((row) => [0, 1, 6, 7, 9, 10].map((column) => row[column]))
    expect(picked).toEqual([
      ['11,90', '"S"', '10002', '8400', '0111', '"H9-2026-000002"'],
      ['5,35', '"S"', '10002', '8300', '0111', '"H9-2026-000002"'],
      ['11,90', '"H"', '10002', '8400', '3011', '"H9-2026-000003"'],
      ['5,35', '"H"', '10002', '8300', '3011', '"H9-2026-000003"'],
    ])
    expect(rows(text)[2]?.[13]).toMatch(/^"Storno /)
  })

  test('takes the month before, and the table for spreadsheets', async () => {
    await issue()
    const { path, text, invoices } = await exportInvoices(invoicing, {
      ...asked,
      month: undefined,
      format: 'csv',
    })
    expect([path, invoices]).toEqual(['invoices-2026-11.csv', 1])
    expect(text).toContain('"H9-2026-000001";"invoice";"2026-11-10"')
  })

  test.each([
    ['the other chart', { chart: '04' }, '4400', '10002', ';20260101;'],
    ['longer accounts', { accountLength: 6 }, '840000', '1000002', ';20260101;'],
    ['an own account', { revenue: { '19.00': 8401 } }, '8401', '10002', ';20260101;'],
    ['a year from July', { yearStartsIn: 7 }, '8400', '10002', ';20260701;'],
    ['a year from December', { yearStartsIn: 12 }, '8400', '10002', ';20251201;'],
  ])('%s', async (_, change, revenue, debtor, year) => {
    await setBilling(world.db, () => instant, 1, { ...settings, datev: { ...settings.datev, ...change } })
    await issue()
    const { text } = await exportInvoices(invoicing, asked)
    expect(text.split('\r\n')[0]).toContain(year)
    expect(rows(text)[0]?.slice(6, 8)).toEqual([debtor, revenue])
  })

  test('a small business has an account of its own', async () => {
    await setBilling(world.db, () => instant, 1, { ...settings, scheme: 'small' })
    await issue({ lines: [line(1000, '0.00')] })
    expect(rows((await exportInvoices(invoicing, asked)).text)[0]?.[7]).toBe('8195')
  })

  test('what is missing is named', async () => {
    await issue({ lines: [line(1000, '5.50')] })
    await expect(exportInvoices(invoicing, asked)).rejects.toThrow('the rate 5.50 in "revenue"')
    await setBilling(world.db, () => instant, 1, { ...settings, datev: undefined })
    await expect(exportInvoices(invoicing, asked)).rejects.toThrow('have no "datev"')
    await expect(exportInvoices(invoicing, { ...asked, space: 2 })).rejects.toThrow('writes no invoices')
    await sql`truncate billing_settings`.execute(world.db)
    await expect(exportInvoices(invoicing, asked)).rejects.toThrow('Name the space')
  })
})
