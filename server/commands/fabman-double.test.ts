import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CommandTools, runCommand } from './commands.ts'
import { managing } from './connector.fixture.ts'
import { lackingIn } from './fabman-check.ts'
import { serveFabmanDouble } from './fabman-double.ts'
import { systemClock as clock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../platform/database/database.ts'
import { createLog } from '../../platform/log.ts'
import { createServiceTokens } from '../../platform/auth/service-token.ts'
import { seedDemo } from './seed-demo.ts'
import { createEngine } from '../../services/connector/engine/engine.ts'
import { createFabman } from '../../services/connector/fabman/fabman.ts'
import type { WorkshopSystem } from '../../services/connector/workshop-system.ts'

let opened: OpenedDatabase
let double: Awaited<ReturnType<typeof serveFabmanDouble>>
let engine: WorkshopSystem
let fabman: WorkshopSystem

beforeAll(async () => {
  opened = await testDatabase()
  const { db } = opened
  await seedDemo(db, clock)
  double = await serveFabmanDouble(['--port', '0', '--per-second', '1000'], clock)
  engine = createEngine({ db, clock, siteUrl: 'https://halle9.example' })
  fabman = createFabman({
    db,
    siteUrl: 'https://werkbank.example',
    clock,
    log: createLog('silent'),
    baseUrl: double.url,
    apiKey: double.key,
    fetch: (request) => fetch(request),
    now: Date.now,
    perSecond: 1000,
    random: Math.random,
  }).workshop
})
afterAll(async () => {
  await double.close()
  await opened.close()
})

test('the demo space is the same in a Fabman account as in the engine', async () => {
  const shown = async (workshop: WorkshopSystem) => ({
    spaces: (await workshop.spaces()).map(({ id, name, timezone, _embedded }) => [
      id,
      name,
      timezone,
      _embedded,
    ]),
    equipment: (await workshop.equipment({})).map((item) => [
      item.id,
      item.name,
      item.displayTitle,
      item.state,
      item.inUse,
      item.offline,
      item.pricePerBooking,
      item.requiresTraining,
    ]),
    packages: await workshop.packageList(),
    member: (await workshop.members({ email: 'mia@example.org' })).map(({ id, lastName }) => [id, lastName]),
    trained: (await workshop.trainedEquipment(1, {}))?.toSorted(),
    trainings: (await workshop.trainings(1))?.map(({ title, fromDate, untilDate }) => [
      title,
      fromDate,
      untilDate,
    ]),
    bookings: (await workshop.bookings({})).map(({ id, fromDateTime, state }) => [id, fromDateTime, state]),
    // What remains differs: the engine has reserved the coming bookings, Fabman takes credits when it charges.
    credits: (await workshop.credits(1))?.map(({ id, amount }) => [id, amount]),
    own: (await workshop.packages(1))?.map(({ name, fromDate }) => [name, fromDate]),
  })
  const expected = await shown(engine)
  expect(expected.bookings.length).toBeGreaterThan(30)
  expect(await shown(fabman)).toEqual(expected)
})

test('options that are not understood are refused', async () => {
  await expect(serveFabmanDouble(['--colour', '7'], clock)).rejects.toThrow('Usage: fabman-double')
  await expect(serveFabmanDouble(['--port', 'x'], clock)).rejects.toThrow('Usage: fabman-double')
})

test('its faults are switched on over the network', async () => {
  const put = (mode: unknown) =>
    fetch(double.url.replace('/api/v1', '/faults'), { method: 'PUT', body: JSON.stringify({ mode }) })
  expect((await put('nonsense')).status).toBe(400)
  const statuses = []
  for (const mode of ['limited', 'error', 'down', null]) {
    await put(mode)
    const headers = { authorization: `Bearer ${double.key}` }
    statuses.push((await fetch(`${double.url}/spaces`, { headers })).status)
  }
  expect(statuses).toEqual([429, 500, 502, 200])
})

function toolsWith(variables: Record<string, string>): CommandTools {
  const { db } = opened
  const tokens = createServiceTokens(db, { clock })
  const connector = managing(fabman, clock)
  return {
    config: readConfig(variables),
    db,
    clock,
    tokens,
    secret: Buffer.alloc(32, 1),
    identity: null,
    content: { story: async () => null },
    invalidate: async () => {},
    connector,
    workshop: fabman,
    ordering: {
      db,
      connector,
      clock,
      log: createLog('silent'),
      siteUrl: 'http://localhost',
      pdfs: { invoicePdf: async () => new Uint8Array(), certificatePdf: async () => new Uint8Array() },
      provider: null,
      legalTextOf: async (page) => page,
    },
  }
}

test('check-in-codes: Fabman has no such thing, and that is said', async () =>
  expect(await runCommand('check-in-codes --enable 1 --out a.html'.split(' '), toolsWith({}))).toEqual({
    ok: false,
    output: 'The workshop management of this place cannot do that.',
  }))

test('calendar: the same secret addresses as with the engine', async () => {
  const made = await runCommand(['calendar', 'spaces', '1'], toolsWith({}))
  expect(made).toMatchObject({ ok: true })
  const [, secret = ''] = /\/calendars\/spaces\/1\/([\w-]+)\.ics$/.exec(made.output) ?? []
  expect(await fabman.calendarFeed?.('spaces', 1, secret)).toMatchObject({ timezone: 'Europe/Berlin' })
  expect(await fabman.calendarFeed?.('spaces', 1, 'x'.repeat(32))).toBeNull()
})

test('doctor asks Fabman, and says what is wrong with key and address', async () => {
  const doctor = async (FABMAN_URL: string, FABMAN_API_KEY: string) =>
    (await runCommand(['doctor'], toolsWith({ FABMAN_URL, FABMAN_API_KEY }))).output
  const fine = await doctor(double.url, double.key)
  expect(fine).toContain('ok    fabman: 1 space')
  expect(fine).toContain(lackingIn(fabman).join(', '))
  expect(await doctor(double.url, 'another')).toContain('WRONG fabman: Fabman refuses the key (401)')
  expect(await doctor(`${double.url}/api`, double.key)).toContain('WRONG fabman')
  expect(await doctor('http://127.0.0.1:9/api/v1', double.key)).toContain('does not answer')
})

test('doctor has words for each call that Fabman lacks, and none for one that it has', () => {
  const lacking = lackingIn(fabman)
  expect(lacking).toEqual([
    'the price of a booking that is made',
    'waiting list',
    'check-in by code',
    'an end for credits',
    'credits that a team shares',
    'invoices of bookings (Fabman bills the use)',
  ])
  const withCodes = { ...fabman, checkIn: async () => null, checkInSecret: async () => null }
  expect(lackingIn({ ...withCodes, renewCheckInSecret: async () => null })).not.toContain('check-in by code')
  const { calendarFeed: _, ...without } = fabman
  expect(lackingIn(without)).toEqual([
    'the price of a booking that is made',
    'waiting list',
    'check-in by code',
    'calendarFeed',
    ...lacking.slice(3),
  ])
})
