import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CommandTools, runCommand } from './commands.ts'
import { systemClock as clock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { testDatabase } from './platform/database.fixture.ts'
import type { OpenedDatabase } from './platform/database.ts'
import { createServiceTokens } from './platform/service-token.ts'

let opened: OpenedDatabase
let tools: CommandTools

beforeAll(async () => {
  opened = await testDatabase()
  const { db } = opened
  tools = { config: readConfig({}), db, clock, tokens: createServiceTokens(db, { clock }), identity: null }
})
afterAll(() => opened.close())

const run = (line: string) => runCommand(line.split(' '), tools)
const withToken = (token: string) =>
  new Request('http://localhost/', { headers: { authorization: `Bearer ${token}` } })

test('an unknown command answers the list of all and fails; help is no failure', async () => {
  expect(await run('toString')).toMatchObject({
    ok: false,
    output: expect.stringContaining('seed [--reset]'),
  })
  expect((await run('help')).ok).toBe(true)
})

test('a token is shown once, works, is listed without its secret, and ends when revoked', async () => {
  const created = await run('token create Website read')
  const token = created.output.split('\n')[0] ?? ''
  expect(await tools.tokens.find(withToken(token))).toMatchObject({ abilities: ['read'] })
  const listed = await run('token list')
  expect(listed.output).toContain('Website')
  expect(listed.output).not.toContain(token.split('|')[1])
  expect((await run(`token revoke ${token.split('|')[0]}`)).ok).toBe(true)
  expect(await tools.tokens.find(withToken(token))).toBeNull()
  expect((await run('token create Website everything')).ok).toBe(false)
})

test('seed fills an empty database once; --reset makes it new, keeps tokens and keys, and no page that was kept before', async () => {
  const bookings = () =>
    opened.db
      .selectFrom('booking')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  const version = async () =>
    (await opened.db.selectFrom('catalogue').select('version').executeTakeFirstOrThrow()).version
  await run('seed')
  const first = await bookings()
  expect(first.n).toBeGreaterThan(0)
  await run('seed')
  expect(await bookings()).toEqual(first)

  await sql`truncate credit_use, charge`.execute(opened.db)
  await opened.db.deleteFrom('booking').execute()
  const token = (await run('token create Kept read')).output.split('\n')[0] ?? ''
  const before = await version()
  expect((await run('seed --reset')).ok).toBe(true)
  expect(await version()).toBeGreaterThan(before)
  expect(await bookings()).toEqual(first)
  expect(await tools.tokens.find(withToken(token))).not.toBeNull()
})

test('demo data does not go into production, keys of a foreign provider are not ours', async () => {
  const production = { ...tools, config: { ...tools.config, production: true } }
  expect(await runCommand(['seed', '--reset'], production)).toMatchObject({ ok: false })
  expect(await run('keys rotate')).toMatchObject({
    ok: false,
    output: expect.stringContaining('IDENTITY_DOMAIN'),
  })
})

test('doctor says what every part is', async () => {
  const { ok, output } = await run('doctor')
  expect(ok).toBe(true)
  for (const part of ['database', 'content', 'identity', 'connector', 'backend', 'mail', 'address']) {
    expect(output).toContain(`ok    ${part}:`)
  }
  const elsewhere = { ...tools, config: { ...tools.config, publicUrl: 'http://halle9.example' } }
  expect(await runCommand(['doctor'], elsewhere)).toMatchObject({
    ok: false,
    output: expect.stringContaining('WRONG address'),
  })
})
