import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import sharp from 'sharp'
import decodeQR from 'qr/decode.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CommandTools, runCommand } from './commands.ts'
import { managing } from './connector.fixture.ts'
import { systemClock as clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { readConfig } from '../../platform/config.ts'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import type { WorkshopSystem } from '../../services/connector/workshop-system.ts'
import type { OpenedDatabase } from '../../platform/database/database.ts'
import { createServiceTokens } from '../../platform/auth/service-token.ts'
import { createAccounts } from '../../services/identity/accounts.ts'
import { createPasswords } from '../../services/identity/password.ts'
import { createTokenEnd } from '../../platform/auth/token-end.ts'
import { createEngine } from '../../services/connector/engine/engine.ts'

let opened: OpenedDatabase
let tools: CommandTools
let workshop: WorkshopSystem
let invalidations = 0

beforeAll(async () => {
  opened = await testDatabase()
  const { db } = opened
  const config = readConfig({ PUBLIC_URL: 'https://halle9.example', TRUST_PROXY: '1' })
  workshop = createEngine({ db, clock, siteUrl: config.publicUrl })
  tools = {
    config,
    db,
    clock,
    secret: Buffer.alloc(32, 1),
    tokens: createServiceTokens(db, { clock }),
    identity: null,
    content: { story: async () => null },
    connector: managing(workshop, clock),
    workshop,
    ordering: {
      db,
      connector: managing(workshop, clock),
      clock,
      log: createLog('silent'),
      siteUrl: config.publicUrl,
      pdfs: { invoicePdf: async () => new Uint8Array(), certificatePdf: async () => new Uint8Array() },
      provider: null,
      legalTextOf: async (page) => page,
    },
    invalidate: async () => void invalidations++,
  }
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
  invalidations = 0
  await run('seed')
  expect(invalidations).toBe(1)
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

// The demo has a team, whose invoice is some days old.
test('invoices of a month are exported into a file, for DATEV in its own bytes', async () => {
  await run('seed --reset')
  const exported = await run('invoices export 2020-01 --format datev')
  expect(exported).toMatchObject({
    ok: true,
    output: '0 invoices are in EXTF_Buchungsstapel_2020-01.csv.',
    file: { path: 'EXTF_Buchungsstapel_2020-01.csv', encoding: 'latin1' },
  })
  expect(exported.file?.text).toMatch(/^"EXTF";700;21;[^]*Gegenkonto \(ohne BU-Schl\u00fcssel\)/)
  expect(await run('invoices export 2020-01 --space 1')).toMatchObject({
    ok: true,
    file: { encoding: 'utf8' },
  })
  for (const wrong of [
    '2026-13',
    'november',
    '2026-11 --format xml',
    '2026-11 2026-12',
    '--space x',
    '--all',
  ])
    expect(await run(`invoices export ${wrong}`)).toMatchObject({
      ok: false,
      output: expect.stringMatching(/^Usage: invoices export/),
    })
})

/** The texts of the codes on the sheets, as a phone reads them. */
async function scanned(page = ''): Promise<string[]> {
  const texts: string[] = []
  for (const [drawing] of page.matchAll(/<svg[\s\S]*?<\/svg>/g)) {
    const image = sharp(Buffer.from(drawing), { density: 400 }).flatten({ background: '#fff' }).ensureAlpha()
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
    texts.push(decodeQR({ ...info, data }, { effort: Infinity, timeLimit: Infinity }))
  }
  return texts
}

test('codes: a machine gets one, the sheet holds it, a new one replaces it, and no secret is printed', async () => {
  await run('seed --reset')
  const secretOf = async (id: number) => (await workshop.checkInSecret?.(id))?.secret
  expect(await run('check-in-codes --out codes.html')).toMatchObject({
    ok: false,
    output: expect.stringContaining('--enable'),
  })
  await opened.db.updateTable('space').set({ name: 'Halle <9>', bookingExclusiveMinutes: 15 }).execute()
  tools.connector = managing(workshop, clock)

  const first = await run('check-in-codes --enable 1 --enable 3 --out codes.html')
  const [one, three] = [await secretOf(1), await secretOf(3)]
  expect(first).toMatchObject({ ok: true, file: { path: 'codes.html' } })
  expect(first.output).not.toContain(one)
  expect(await scanned(first.file?.text)).toEqual([
    `https://halle9.example/check-in/1#${one}`,
    `https://halle9.example/check-in/3#${three}`,
  ])
  for (const text of ['Lasercutter', 'CNC-Portalfräse', 'Halle &lt;9&gt;', '15 Minuten', '15 minutes'])
    expect(first.file?.text).toContain(text)

  expect((await run('check-in-codes --enable 1 --out codes.html')).file?.text).toBe(first.file?.text)
  const renewed = await run('check-in-codes --renew 3 --out codes.html')
  expect(await secretOf(3)).not.toBe(three)
  expect(await scanned(renewed.file?.text)).toEqual([
    `https://halle9.example/check-in/1#${one}`,
    `https://halle9.example/check-in/3#${await secretOf(3)}`,
  ])
})

test('the address of a calendar: a first one, the same again, another one when renewed', async () => {
  for (const what of ['members 1', 'resources 1', 'spaces 1']) {
    const first = await run(`calendar ${what}`)
    expect(first).toMatchObject({
      ok: true,
      output: expect.stringContaining(`https://halle9.example/calendars/${what.replace(' ', '/')}/`),
    })
    expect(await run(`calendar ${what}`)).toEqual(first)
    const [next] = (await run(`calendar ${what} --renew`)).output.split('\n')
    expect(next).not.toBe(first.output)
    expect((await run(`calendar ${what}`)).output).toBe(next)
  }
})

test('a person is blocked and unblocked by the address; tokens from before stay ended', async () => {
  await run('seed --reset')
  let now = new Date()
  const accounts = createAccounts({ db: opened.db, passwords: createPasswords(), clock: () => now })
  const identity = { rotateKeys: async () => {}, setBlocked: accounts.setBlocked }
  const say = (line: string) => runCommand(line.split(' '), { ...tools, identity })
  const isEnded = createTokenEnd({ db: opened.db, clock: () => now, isEmbedded: true })
  const mia = (await accounts.ofEmail('mia@example.org'))?.id ?? ''
  const issuedAt = new Date(now.getTime() - 60_000)
  expect(await isEnded(mia, issuedAt)).toBe(false)

  expect(await say('block Mia@example.org')).toMatchObject({
    ok: true,
    output: expect.stringContaining('is blocked'),
  })
  expect(await accounts.ofEmail('mia@example.org')).toMatchObject({ blocked: true })
  expect((await say('block mia@example.org')).ok).toBe(true)
  now = new Date(now.getTime() + 5000)
  expect(await isEnded(mia, issuedAt)).toBe(true)
  expect(await isEnded(mia, now)).toBe(true)

  expect(await say('unblock mia@example.org')).toEqual({
    ok: true,
    output: 'mia@example.org can sign in again.',
  })
  expect(await accounts.ofEmail('mia@example.org')).toMatchObject({ blocked: false })
  expect(await isEnded(mia, now)).toBe(false)
  expect(await isEnded(mia, issuedAt)).toBe(true)

  for (const name of ['block', 'unblock']) {
    expect(await say(name)).toEqual({ ok: false, output: `Usage: ${name} <email>` })
    expect(await say(`${name} nobody@example.org`)).toEqual({
      ok: false,
      output: 'There is no account with the address nobody@example.org.',
    })
    expect(await run(`${name} mia@example.org`)).toMatchObject({
      ok: false,
      output: expect.stringContaining('IDENTITY_DOMAIN'),
    })
  }
})

test.each([
  ['check-in-codes', 'Usage: check-in-codes'],
  ['check-in-codes --out', 'Usage: check-in-codes'],
  ['check-in-codes --renew x --out a.html', 'Usage: check-in-codes'],
  ['check-in-codes --all --out a.html', 'Usage: check-in-codes'],
  ['check-in-codes --enable 777 --out a.html', 'There is no machine 777.'],
  ['calendar', 'Usage: calendar'],
  ['calendar people 1', 'Usage: calendar'],
  ['calendar members one', 'Usage: calendar'],
  ['calendar members 1 2', 'Usage: calendar'],
  ['calendar members 777', 'There is nothing with the number 777 among the members.'],
])('%s is refused in words', async (line, sentence) =>
  expect(await run(line)).toMatchObject({ ok: false, output: expect.stringContaining(sentence) }),
)

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
  for (const part of [
    'database',
    'content',
    'identity',
    'connector',
    'backend',
    'workshop',
    'mail',
    'address',
  ]) {
    expect(output).toContain(`ok    ${part}:`)
  }
  const elsewhere = { ...tools, config: { ...tools.config, publicUrl: 'http://halle9.example' } }
  expect(await runCommand(['doctor'], elsewhere)).toMatchObject({
    ok: false,
    output: expect.stringContaining('WRONG address'),
  })
})

test.each([
  ['the addresses of Auth0', { authorization_endpoint: '/authorize', token_endpoint: '/oauth/token' }, true],
  [
    'other addresses',
    { authorization_endpoint: '/oauth/v2/authorize', token_endpoint: '/oauth/v2/token' },
    false,
  ],
])('doctor on a provider with %s', async (_, paths, fits) => {
  const provider = createServer((request, response) => {
    const origin = `http://${request.headers.host}`
    const described = Object.entries({ ...paths, jwks_uri: '/.well-known/jwks.json', issuer: '/' })
    response.end(JSON.stringify(Object.fromEntries(described.map(([name, path]) => [name, origin + path]))))
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const remote = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const config = { ...tools.config, identity: { ...tools.config.identity, remote } }
  const { ok, output } = await runCommand(['doctor'], { ...tools, config })
  provider.close()
  expect(ok).toBe(fits)
  expect(output).toContain(fits ? `ok    identity: ${remote}` : 'WRONG identity: Sign-in needs')
})

test('dates of courses get other seats, move, and are called off; each refusal says why', async () => {
  const { db } = opened
  const at = { fromDateTime: '2190-05-02T18:00', untilDateTime: '2190-05-02T20:00', seats: 8 }
  await db
    .insertInto('course')
    .values({ id: 61, kind: 'training', titleDe: 'Säge', titleEn: 'Saw', priceCents: 0 })
    .execute()
  await db
    .insertInto('courseDate')
    .values({ id: 611, courseId: 61, ...at })
    .execute()
  for (const [line, says] of [
    ['seats 611 9', '9 seats'],
    ['move 611 2190-05-03T17:00', 'begins 2190-05-03T17:00'],
    ['move 611 2020-05-03T17:00', 'to a time to come'],
    ['move 612 2190-05-03T17:00', 'no such date'],
    ['move 611 tomorrow', 'Usage: '],
    ['list', '611\t2190-05-03T17:00\tSäge\tplanned\t0 taken, 0 reserved, 9 seats'],
    ['call-off 611', 'called off'],
    ['move 611 2190-05-04T17:00', 'over or called off'],
  ])
    expect((await run(`courses ${line}`)).output).toContain(says)
})

test('trainings get rules, and are given to a member and revoked with a reason', async () => {
  const { db } = opened
  await db
    .insertInto('training')
    .values([
      { id: 61, title: 'Säge' },
      { id: 62, title: 'Sicherheit' },
    ])
    .execute()
  const stamp = { createdAt: clock(), updatedAt: clock() }
  const { id: spaceId } = await db
    .insertInto('space')
    .values({ name: 'Halle 9', timezone: 'Europe/Berlin', locale: 'de', bookingSlotsPerHour: 2, ...stamp })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('member')
    .values({
      spaceId,
      memberNumber: 'T1',
      firstName: 'Ute',
      lastName: 'Ulm',
      emailAddress: 'ute@example.org',
      ...stamp,
    })
    .execute()
  expect((await run('trainings rule 61 24 3')).output).toContain('24 months, under 18 for 3')
  expect((await run('trainings rule 62 12-31')).output).toContain('until 12-31')
  expect((await run('trainings require 61 62')).ok).toBe(true)
  expect(await run('trainings require 62 61')).toEqual({
    output: 'A training cannot need itself.',
    ok: false,
  })
  expect((await run('trainings list')).output).toContain(
    '61\tSäge\tis valid for 24 months, under 18 for 3\tneeds 62',
  )
  expect(await run('trainings give ute@example.org 61 Gezeigt')).toEqual({
    output: 'Needed first: Sicherheit.',
    ok: false,
  })
  expect((await run('trainings release 61 62')).ok).toBe(true)
  expect((await run('trainings give ute@example.org 61 An der Säge')).output).toMatch(
    /^ute@example.org has Säge until 20\d\d-/,
  )
  expect((await run('trainings of ute@example.org')).output).toContain('\tSäge\tgiven\tstaff\twerkbank\t')
  expect((await run('trainings revoke ute@example.org 61 Verwechselt')).output).toBe(
    'ute@example.org has Säge no longer.',
  )
  for (const wrong of [
    'rule 61 0',
    'rule 61 02-31x',
    'rule 99 12',
    'give nobody@example.org 61 x y',
    'give ute@example.org 61',
    'revoke ute@example.org 61 Verwechselt',
  ])
    expect((await run(`trainings ${wrong}`)).ok).toBe(false)
})
