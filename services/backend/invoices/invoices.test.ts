import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBackendClient } from '../../../clients/backend.ts'
import { createConnectorClient } from '../../../clients/connector.ts'
import { Problem } from '../../../contracts/problem.ts'
import { createLog } from '../../../platform/log.ts'
import { billing, seller } from '../../../tests/orders.fixture.ts'
import { ids, mia, openServices, origin, tom } from '../../../tests/services.fixture.ts'
import { shieldConnector } from '../workshop.ts'
import { bookTransfer, cancelInvoice } from './correcting.ts'
import { makeDocuments } from './documents.ts'
import { insertInvoice, readInvoice } from './invoices.store.ts'
import type { Invoicing } from './parts.ts'
import { createPdfs } from './pdf.ts'
import { setBilling } from './settings.ts'
import { invoiceUsage } from './usage.ts'

let world: Awaited<ReturnType<typeof openServices>>
let instant: Date
let invoicing: Invoicing
const pdfs = createPdfs()

beforeAll(async () => {
  world = await openServices()
  const log = createLog('silent')
  const manager = createConnectorClient({
    baseUrl: `${origin}/connector/v1`,
    token: world.tokens.manage,
    fetch: world.fetch,
    log: () => {},
  })
  invoicing = {
    db: world.db,
    connector: shieldConnector(manager, log),
    clock: () => instant,
    log,
    siteUrl: origin,
    pdfs,
    provider: null,
  }
})
afterAll(async () => {
  await pdfs.close()
  await world.close()
})
beforeEach(async () => {
  // The first minute of December in Berlin.
  instant = new Date('2026-11-30T23:00:00Z')
  await sql`truncate charge, bill, prepayment, billing_settings, usage_bill, invoice_payment, mail, outbox cascade`.execute(
    world.db,
  )
  await sql`truncate invoice, invoice_series cascade`.execute(world.db)
  await setBilling(world.db, () => instant, 1, billing)
})

async function charge(memberId: number, priceCents: number, createdAt: string, description = 'Lasercutter') {
  const row = { memberId, priceCents, description, createdAt: new Date(createdAt) }
  await world.db.insertInto('charge').values(row).execute()
}

async function clientOf(claims: Parameters<typeof world.id.token>[0]) {
  const token = await world.id.token(claims)
  return createBackendClient({
    baseUrl: `${origin}/api`,
    authorise: () => ({ authorization: `Bearer ${token}` }),
    fetch: world.fetch,
  })
}

const count = async (table: 'invoice' | 'mail' | 'bill' | 'invoiceDocument') =>
  Number(
    (
      await world.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test.each(['en', 'en-GB'])('an invoice is in the language of its member: %s', async (language) => {
  await charge(ids.tom, 1190, '2026-11-10T12:00:00Z')
  await world.db.updateTable('member').set({ language }).where('id', '=', ids.tom).execute()
  await invoiceUsage(invoicing)
  await world.db.updateTable('member').set({ language: 'de' }).where('id', '=', ids.tom).execute()
  const [entry] = await (await clientOf(tom)).invoices(ids.tom)
  expect(entry).toMatchObject({ locale: 'en' })
})

describe('the month of a member on paper', () => {
  beforeEach(async () => {
    await charge(ids.tom, 1190, '2026-11-10T12:00:00Z', 'Lasercutter')
    await charge(ids.tom, 333, '2026-11-12T12:00:00Z', 'Säge')
  })

  test('on the first day, once however often it runs', async () => {
    instant = new Date('2026-11-30T22:59:00Z')
    expect(await invoiceUsage(invoicing)).toBe(0)
    instant = new Date('2026-11-30T23:00:00Z')
    expect(await invoiceUsage(invoicing)).toBe(1)
    expect(await invoiceUsage(invoicing)).toBe(0)
    const [entry] = await (await clientOf(tom)).invoices(ids.tom)
    expect(entry).toMatchObject({
      number: 'H9-2026-000001',
      kind: 'invoice',
      locale: 'de',
      issuedOn: '2026-12-01',
      dueOn: '2026-12-15',
      grossCents: 1523,
      state: 'open',
      paidCents: 0,
      title: 'Lasercutter · Säge',
      files: [],
    })
    const invoice = await readInvoice(world.db, entry?.id ?? 0)
    expect(invoice).toMatchObject({
      seller,
      buyer: { name: 'Tom Tom', memberNumber: 'M-2' },
      netCents: 1280,
      taxCents: 243,
      lines: [
        { text: 'Lasercutter', suppliedFrom: '2026-11-10', netCents: 1000, grossCents: 1190 },
        { text: 'Säge', netCents: 280, grossCents: 333 },
      ],
      taxes: [{ category: 'S', taxPercent: '19.00', netCents: 1280, taxCents: 243 }],
    })
  })

  test('by several processes at once, once', async () => {
    await Promise.all(Array.from({ length: 6 }, () => invoiceUsage(invoicing)))
    expect([await count('invoice'), await count('bill')]).toEqual([1, 1])
  })

  test.each(['space', 'openCharges', 'member', 'collectCharges'] as const)(
    'after a failure of %s, later',
    async (call) => {
      const failing = { ...invoicing.connector, [call]: () => Promise.reject(new Error('no')) }
      await invoiceUsage({ ...invoicing, connector: failing }).catch(() => {})
      expect(await count('invoice')).toBe(0)
      expect(await invoiceUsage(invoicing)).toBe(1)
    },
  )

  test('after a crash between the bill and the invoice, with the same charges', async () => {
    let calls = 0
    const dying: Invoicing['connector'] = {
      ...invoicing.connector,
      // The second one comes after the bill was made.
      member: (id) => (++calls === 2 ? Promise.reject(new Error('killed')) : invoicing.connector.member(id)),
    }
    await invoiceUsage({ ...invoicing, connector: dying })
    expect([await count('invoice'), await count('bill')]).toEqual([0, 1])
    expect(await invoiceUsage(invoicing)).toBe(1)
    const [entry] = await (await clientOf(tom)).invoices(ids.tom)
    expect(entry?.grossCents).toBe(1523)
  })

  test('with what was paid in advance', async () => {
    await world.db
      .insertInto('prepayment')
      .values({ memberId: ids.tom, amountCents: 2000, description: '', createdAt: instant })
      .execute()
    await invoiceUsage(invoicing)
    const [entry] = await (await clientOf(tom)).invoices(ids.tom)
    expect(entry).toMatchObject({ state: 'paid', paidCents: 1523 })
  })

  test('a workshop system that writes its own invoices leaves nothing to write', async () => {
    const elsewhere = {
      ...invoicing.connector,
      openCharges: () => Promise.reject(new Problem('notSupported')),
    }
    expect(await invoiceUsage({ ...invoicing, connector: elsewhere })).toBe(0)
  })

  test('its paper is made and mailed once, also by several processes', async () => {
    await invoiceUsage(invoicing)
    await Promise.all([makeDocuments(invoicing), makeDocuments(invoicing), makeDocuments(invoicing)])
    await makeDocuments(invoicing)
    expect([await count('invoiceDocument'), await count('mail')]).toEqual([1, 1])
    const mail = await world.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
    expect(mail).toMatchObject({
      toAddress: tom.email,
      subject: 'Deine Rechnung H9-2026-000001 von Halle 9 Werkstatt GmbH',
    })
    expect(mail.text).toContain('15,23')
    expect(mail.text).toContain('zahlbar bis 15. Dezember 2026')
    expect((await (await clientOf(tom)).invoices(ids.tom))[0]?.files).toEqual(['pdf'])
    const file = await (await clientOf(tom)).invoiceFile(ids.tom, (await invoiceIds())[0] ?? 0, 'pdf')
    expect(file).toMatchObject({ name: 'Rechnung-H9-2026-000001.pdf', type: 'application/pdf' })
    expect(Buffer.from(file.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('nobody else gets it', async () => {
    await invoiceUsage(invoicing)
    await makeDocuments(invoicing)
    const [invoice = 0] = await invoiceIds()
    const hers = await clientOf(mia)
    expect(await hers.invoices(ids.mia)).toEqual([])
    await expect(hers.invoices(ids.tom)).rejects.toMatchObject({ status: 404 })
    await expect(hers.invoiceFile(ids.mia, invoice, 'pdf')).rejects.toMatchObject({ status: 404 })
    await expect((await clientOf(tom)).invoiceFile(ids.tom, invoice, 'xml')).rejects.toMatchObject({
      status: 404,
    })
  })
})

const invoiceIds = async () =>
  (await world.db.selectFrom('invoice').select('id').orderBy('id').execute()).map(({ id }) => id)

test('the second month of a company says its VAT id and reference as the invoice before', async () => {
  const member = ids.tom
  await world.db.updateTable('member').set({ company: 'Möbel GmbH' }).where('id', '=', member).execute()
  await charge(member, 1250, '2026-11-20T10:00:00Z')
  await invoiceUsage(invoicing)
  const invoice = await readInvoice(world.db, (await invoiceIds())[0] ?? 0)
  if (!invoice) throw new Error('no invoice')
  const { id: _, number: __, ...rest } = invoice
  const said = { vatId: 'DE123456788', reference: 'PO 7' }
  const buyer = { ...rest.buyer, ...said }
  const given = { space: 1, member, prefix: 'H9-', purpose: 'order', retainUntil: '2034-12-31', now: instant }
  await world.db.transaction().execute((tx) => insertInvoice(tx, { ...rest, buyer, cancels: null, ...given }))
  instant = new Date('2026-12-31T23:00:00Z')
  await charge(member, 1250, '2026-12-20T10:00:00Z')
  await invoiceUsage(invoicing)
  const buyers = await world.db.selectFrom('invoice').select('buyer').orderBy('id', 'desc').execute()
  expect(buyers).toHaveLength(3)
  expect(buyers[0]?.buyer).toMatchObject({ company: 'Möbel GmbH', ...said })
  await world.db.updateTable('member').set({ company: null }).where('id', '=', member).execute()
})

test('less than a euro waits, at most three months', async () => {
  await charge(ids.tom, 99, '2026-11-10T12:00:00Z')
  expect(await invoiceUsage(invoicing)).toBe(0)
  instant = new Date('2027-02-28T23:00:00Z')
  expect(await invoiceUsage(invoicing)).toBe(1)
})

describe('paying and correcting', () => {
  beforeEach(async () => {
    await charge(ids.tom, 1190, '2026-11-10T12:00:00Z')
    await invoiceUsage(invoicing)
  })
  const number = 'H9-2026-000001'
  const entries = async () => (await clientOf(tom)).invoices(ids.tom)

  test('a transfer is booked once, and the workshop system knows of it', async () => {
    expect(await bookTransfer(invoicing, number, '2026-12-05')).toBe(1190)
    expect(await bookTransfer(invoicing, number)).toBe(0)
    expect(await entries()).toMatchObject([{ state: 'paid', paidCents: 1190 }])
    const paid = await world.db.selectFrom('prepayment').select('amountCents').execute()
    expect(paid).toEqual([{ amountCents: 1190 }])
  })

  test('a cancellation negates to the cent, in the series, once; nothing more is to be paid', async () => {
    expect(await cancelInvoice(invoicing, number)).toBe('H9-2026-000002')
    expect(await entries()).toMatchObject([
      { kind: 'cancellation', grossCents: -1190, state: 'settled' },
      { kind: 'invoice', grossCents: 1190, state: 'cancelled' },
    ])
    const [first = 0, second = 0] = await invoiceIds()
    const [original, correction] = [await readInvoice(world.db, first), await readInvoice(world.db, second)]
    expect(correction?.cancels).toEqual({ number, issuedOn: '2026-12-01' })
    expect((original?.taxCents ?? 1) + (correction?.taxCents ?? 1)).toBe(0)
    await expect(cancelInvoice(invoicing, number)).rejects.toThrow('cancelled already')
    await expect(cancelInvoice(invoicing, 'H9-2026-000002')).rejects.toThrow('a cancellation itself')
    await expect(bookTransfer(invoicing, number)).rejects.toThrow('cancelled')
    await makeDocuments(invoicing)
    expect(await count('mail')).toBe(2)
  })

  test('two cancellations at once are one', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => cancelInvoice(invoicing, number)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await count('invoice')).toBe(2)
  })

  test.each([
    'update invoice set gross_cents = 1, net_cents = 1, tax_cents = 0',
    'update invoice_line set text = null',
    'update invoice_tax set tax_cents = 0',
    'delete from invoice',
    'update invoice set cancels = null',
    'update invoice_series set next = next + 5',
    'update invoice_series set next = next - 1',
    "update invoice_series set prefix = 'X'",
    `insert into invoice_line (invoice_id, position, text, quantity, tax_percent, net_cents, gross_cents)
      select id, 99, 'more', 1, 19, 0, 0 from invoice`,
    `insert into invoice_tax (invoice_id, category, tax_percent, net_cents, tax_cents) select id, 'E', 7, 0, 0 from invoice`,
  ])('what is issued stays: %s', async (statement) => {
    await expect(sql.raw(statement).execute(world.db)).rejects.toThrow(
      /append-only|is kept until|have no gap/,
    )
  })
})

test('an invoice whose lines do not add up is refused', async () => {
  await charge(ids.tom, 1190, '2026-11-10T12:00:00Z')
  await invoiceUsage(invoicing)
  const invoice = await readInvoice(world.db, (await invoiceIds())[0] ?? 0)
  if (!invoice) throw new Error('no invoice')
  const { id: _, number: __, ...rest } = invoice
  const wrong = { ...rest, cancels: null, netCents: rest.netCents + 1, taxCents: rest.taxCents - 1 }
  const write = world.db.transaction().execute((tx) =>
    insertInvoice(tx, {
      ...wrong,
      space: 1,
      member: ids.tom,
      prefix: 'H9-',
      purpose: 'wrong',
      retainUntil: '2034-12-31',
      now: instant,
    }),
  )
  await expect(write).rejects.toThrow('does not add up')
})

test('16 writers over New Year, every third rolled back: two series without a gap', async () => {
  await charge(ids.tom, 1190, '2026-11-10T12:00:00Z')
  await invoiceUsage(invoicing)
  const invoice = await readInvoice(world.db, (await invoiceIds())[0] ?? 0)
  if (!invoice) throw new Error('no invoice')
  const { id: _, number: __, ...rest } = invoice
  const write = (index: number) =>
    world.db.transaction().execute(async (tx) => {
      const issuedOn = index % 2 === 0 ? '2026-12-31' : '2027-01-01'
      await insertInvoice(tx, {
        ...rest,
        issuedOn,
        cancels: null,
        space: 1,
        member: ids.tom,
        prefix: 'H9-',
        purpose: `race-${index}`,
        retainUntil: '2035-12-31',
        now: instant,
      })
      if (index % 3 === 0) throw new Error('rolled back')
    })
  let next = 0
  const writer = async () => {
    while (next < 200) await write(next++).catch(() => {})
  }
  await Promise.all(Array.from({ length: 16 }, writer))
  const rows = await world.db
    .selectFrom('invoice')
    .select(['year', 'sequence', 'number'])
    .orderBy('year')
    .orderBy('sequence')
    .execute()
  const sequences = (year: number) => rows.filter((row) => row.year === year).map(({ sequence }) => sequence)
  const upTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1)
  expect(rows).toHaveLength(1 + 133)
  expect(sequences(2026)).toEqual(upTo(sequences(2026).length))
  expect(sequences(2027)).toEqual(upTo(sequences(2027).length))
  expect(rows.at(-1)?.number).toBe(`H9-2027-${String(sequences(2027).length).padStart(6, '0')}`)
})
