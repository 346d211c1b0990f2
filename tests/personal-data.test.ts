import { Writable } from 'node:stream'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DataFile } from '../contracts/personal-data.ts'
import { createLog } from '../platform/log.ts'
import { callBackend, leave } from './leaving.fixture.ts'
import { herWords, joinQuitta, quitta } from './personal-data.fixture.ts'
import { openOrders } from './orders.fixture.ts'
import { jsonColumns, personalColumn, personalData } from './personal-data.rules.ts'
import { tom } from './services.fixture.ts'

let world: Awaited<ReturnType<typeof openOrders>>
let her: number
let logged = ''

beforeAll(async () => {
  const lines = new Writable({
    write: (chunk: Buffer, _, done) => {
      logged += chunk.toString()
      done()
    },
  })
  world = await openOrders({ log: createLog('trace', lines) })
  her = await joinQuitta(world)
})
afterAll(() => world.close())

/** Every table with its columns. */
async function tables(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() order by 1, ordinal_position`.execute(world.db)
  const byTable = Map.groupBy(rows, ({ table }) => table)
  return new Map([...byTable].map(([table, all]) => [table, all.map(({ column }) => column)]))
}

/** Every column of JSON, as `table.column`, with all that it holds as one text. */
async function jsonTexts(): Promise<Map<string, string>> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and data_type like 'json%' order by 1, 2`.execute(world.db)
  const texts = new Map<string, string>()
  for (const { table, column } of columns) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(lower(${sql.ref(column)}::text), ' ') as text from ${sql.table(table)}`.execute(
      world.db,
    )
    texts.set(`${table}.${column}`, rows[0]?.text ?? '')
  }
  return texts
}

/** Tables, each as one text with bytes readable. */
async function dump(): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const [table, columns] of await tables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(world.db)
    const readable = (_: string, value: unknown): unknown => {
      const isBytes =
        typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
      return isBytes ? Buffer.from((value as unknown as { data: number[] }).data).toString('latin1') : value
    }
    texts.set(table, `${columns.join()} ${JSON.stringify(rows, readable)}`.toLowerCase())
  }
  return texts
}

function wordsIn(text: string): string[] {
  return herWords.filter((word) => text.includes(word))
}

async function download(claims: object): Promise<Record<string, string>> {
  const response = await callBackend(world, '/member/export', { body: {}, claims })
  expect(response.status).toBe(200)
  const { content } = (await response.json()) as DataFile
  const files = unzipSync(Buffer.from(content, 'base64'))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes, true)]))
}

test('every table with a person in it has a rule, and every rule has its table', async () => {
  const found = await tables()
  const personal = [...found].filter(([, columns]) => columns.some((column) => personalColumn.test(column)))
  expect(personal.map(([table]) => table).filter((table) => !(table in personalData))).toEqual([])
  expect(Object.keys(personalData).filter((table) => !found.has(table))).toEqual([])
  // A rule cannot say that a table with a member in it has nobody.
  const nobody = (table: string) => 'nobody' in (personalData[table] ?? { nobody: '' })
  const owned = [...found].filter(
    ([, columns]) => columns.includes('member_id') || columns.includes('subject'),
  )
  expect(owned.map(([table]) => table).filter((table) => table !== 'mail' && nobody(table))).toEqual([])
})

test('every column of JSON has a rule, and each that is erased has something to erase', async () => {
  const texts = await jsonTexts()
  expect([...texts.keys()]).toEqual(Object.keys(jsonColumns))
  expect(columnsThatSayWho(texts)).toEqual(
    Object.keys(jsonColumns).filter((column) => {
      const rule = jsonColumns[column]
      return (
        rule === 'erased' || (typeof rule === 'object' && 'names' in rule && !column.startsWith('checkout'))
      )
    }),
  )
})

function columnsThatSayWho(texts: Map<string, string>): string[] {
  return [...texts].filter(([, text]) => wordsIn(text).length > 0).map(([column]) => column)
}

test('the download has what each rule says, no secret, and nothing of others', async () => {
  const files = await download(quitta)
  const missing = Object.entries(personalData).flatMap(([table, rule]) => {
    if ('nobody' in rule || typeof rule.exported !== 'string') return []
    const name = rule.exported.includes('.') ? rule.exported : `${rule.exported}.json`
    return (files[name] ?? '[]') === '[]' ? [`${table}: ${name}`] : []
  })
  // She has none of these yet.
  expect(missing).toEqual([
    'bill: bills.json',
    'member_deletion: deletions.json',
    'usage_bill: usageBills.json',
  ])
  expect(Object.keys(files)).toContainEqual(expect.stringMatching(/^invoices\/H9-.*\.pdf$/))
  const all = Object.values(files).join(' ')
  expect(JSON.parse(files['profile.json'] ?? '')).toMatchObject([{ id: her, last_name: 'Quittenbaum' }])
  for (const secret of ['quitta-secret', 'quitta-password', 'quitta-token', 'quitta-calendar'])
    expect(all).not.toContain(secret)
  expect(all).not.toMatch(/CANARY|mia@example|tom@example/)
  expect(Object.values(await download(tom)).join(' ')).not.toMatch(/xaverine|quitten|CANARY/i)
})

test('a person may download a few times an hour', async () => {
  const person = { ...tom, sub: 'auth0|often', email: 'often@example.org' }
  for (let count = 0; count < 5; count++) await download(person)
  expect((await callBackend(world, '/member/export', { body: {}, claims: person })).status).toBe(429)
})

test('after a deletion nothing says who it was but what the rules name, and the books add up', async () => {
  const before = await dump()
  expect(wordsIn(before.get('invoice') ?? '')).not.toEqual([])
  await leave(world, quitta)

  const after = await dump()
  const found = [...after].filter(([, text]) => wordsIn(text).length > 0).map(([table]) => table)
  const named = Object.entries(personalData).flatMap(([table, rule]) =>
    'erased' in rule && typeof rule.erased === 'object' && rule.erased.names ? [table] : [],
  )
  expect(found.filter((table) => !named.includes(table))).toEqual([])
  expect(columnsThatSayWho(await jsonTexts())).toEqual(['invoice.buyer'])
  expect(after.get('invoice')).toContain('quittenbaum')
  expect(await rowsOfHers()).toEqual([])
  expect(wordsIn(logged.toLowerCase())).toEqual([])

  const { rows } = await sql<{ purpose: string; gross: number; paid: number }>`
    select left(purpose, 6) as purpose, gross_cents as gross,
      (select coalesce(sum(amount_cents), 0)::int from invoice_payment where invoice_id = invoice.id) as paid
    from invoice where member_id = ${her} order by id`.execute(world.db)
  // What she bought is paid; of her last bookings 2 euros were paid in advance, and 3 are open.
  expect(rows).toEqual([
    { purpose: expect.any(String), gross: 3900, paid: 3900 },
    { purpose: 'usage-', gross: 500, paid: 200 },
  ])
  const { rows: open } = await sql`select from charge where member_id = ${her} and invoice is null`.execute(
    world.db,
  )
  expect(open).toEqual([])
})

/** Tables whose rule says `deleted` and that still have rows of hers. */
async function rowsOfHers(): Promise<string[]> {
  const left: string[] = []
  for (const [table, columns] of await tables()) {
    const rule = personalData[table]
    if (!rule || 'nobody' in rule || rule.erased !== 'deleted' || !columns.includes('member_id')) continue
    const { rows } = await sql`select from ${sql.table(table)} where member_id = ${her}`.execute(world.db)
    if (rows.length > 0) left.push(table)
  }
  return left
}
