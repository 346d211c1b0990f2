import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  emptyServerDatabase,
  serverUrl,
  testDatabase,
  testDatabaseKind,
} from '../../../../platform/database/database.fixture.ts'
import { openDatabase, type OpenedDatabase } from '../../../../platform/database/database.ts'
import { createLog } from '../../../../platform/log.ts'
import { createHttpServer, listen } from '../../../../platform/http/serve.ts'
import type { FabmanDouble } from '../../../../doubles/fabman/double.ts'
import { openDouble } from '../../../../doubles/fabman/workshop.fixture.ts'
import type { Mail } from '../../../../platform/mail/mail-content.ts'
import { fabmanOf } from '../../twins.fixture.ts'
import { createIntentStore } from './intents.store.ts'

const start = new Date('2026-12-01T08:00:00Z')
const asked = {
  equipment: 2,
  member: 1,
  fromDateTime: '2026-12-02T18:00',
  untilDateTime: '2026-12-02T20:00',
  title: null,
}
const isPost = ({ method }: Request) => method === 'POST'

let database: OpenedDatabase
let today: Date
let double: FabmanDouble
const clock = () => today

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  today = start
  double = openDouble({ clock, judgesAdmins: false })
  await database.db.deleteFrom('fabmanIntent').execute()
})

const intents = () => database.db.selectFrom('fabmanIntent').selectAll().execute()
const held = () => double.account.rows('bookings').filter((row) => row['state'] !== 'cancelled')
const posts = () => double.requests.filter((request) => request.startsWith('POST')).length
const later = (seconds: number) => (today = new Date(today.getTime() + seconds * 1000))

describe('a lost answer', () => {
  test('is recovered at once: the member gets the booking', async () => {
    const { workshop } = fabmanOf(database.db, double, clock)
    Object.assign(double.faults, { mode: 'deaf', only: isPost })
    const booking = await workshop.createBooking(asked)
    expect(booking).toMatchObject({ id: 1, state: 'confirmed', resource: { id: 2 }, member: { id: 1 } })
    expect([held().length, await intents()]).toEqual([1, []])
  })

  test('that is not JSON is recovered as well', async () => {
    const { workshop } = fabmanOf(database.db, double, clock)
    Object.assign(double.faults, { mode: 'malformed', only: isPost })
    expect(await workshop.createBooking(asked)).toMatchObject({ id: 1 })
    expect(held()).toHaveLength(1)
  })

  /** Fabman makes the booking and is away before it answers. */
  async function loseIt() {
    const fabman = fabmanOf(database.db, double, clock)
    let isGone = false
    double.faults.mode = 'deaf'
    double.faults.only = (request) => (isGone ||= isPost(request))
    await expect(fabman.workshop.createBooking(asked)).rejects.toMatchObject({ code: 'upstreamUnavailable' })
    expect(held()).toHaveLength(1)
    double.faults.mode = null
    return fabman
  }

  test('becomes the booking when the member asks again, without a second one', async () => {
    const { workshop } = await loseIt()
    later(60)
    expect(await workshop.createBooking(asked)).toMatchObject({ id: 1, state: 'confirmed' })
    expect([held().length, posts(), await intents()]).toEqual([1, 1, []])
    // Reconciliation leaves it alone from then on.
    await expect(workshop.createBooking(asked)).rejects.toMatchObject({ code: 'refused' })
  })

  test('is cancelled when the member, who was told that it failed, does not ask again', async () => {
    const { reconcile } = await loseIt()
    later(10)
    await reconcile()
    expect(held()).toHaveLength(1)
    later(20)
    await reconcile()
    expect([held(), await intents()]).toEqual([[], []])
  })

  test('does not cancel what the member booked at Fabman in the meantime', async () => {
    const { reconcile } = await loseIt()
    const [booking] = double.account.rows('bookings')
    if (booking) double.account.update('bookings', booking, {}, asked.member)
    later(30)
    await reconcile()
    expect(held()).toHaveLength(1)
  })

  test('costs the member no booking of a later attempt', async () => {
    const { workshop, reconcile } = fabmanOf(database.db, double, clock)
    const fails = () =>
      expect(workshop.createBooking(asked)).rejects.toMatchObject({ code: 'upstreamUnavailable' })
    // It never reaches Fabman, twice.
    Object.assign(double.faults, { mode: 'error', only: isPost })
    await fails()
    await fails()
    // It is made, and Fabman is away before it answers.
    let isGone = false
    Object.assign(double.faults, { mode: 'deaf', only: (request: Request) => (isGone ||= isPost(request)) })
    await fails()
    Object.assign(double.faults, { mode: null, only: null })
    later(1)
    expect(await workshop.createBooking(asked)).toMatchObject({ state: 'confirmed' })
    later(30)
    await reconcile()
    expect([held().length, await intents()]).toEqual([1, []])
  })

  test('of an attempt that never reached Fabman does the same', async () => {
    const { workshop, reconcile } = fabmanOf(database.db, double, clock)
    Object.assign(double.faults, { mode: 'error', only: isPost })
    await expect(workshop.createBooking(asked)).rejects.toMatchObject({ code: 'upstreamUnavailable' })
    Object.assign(double.faults, { mode: null, only: null })
    later(1)
    expect(await workshop.createBooking(asked)).toMatchObject({ state: 'confirmed' })
    later(30)
    await reconcile()
    expect([held().length, await intents()]).toEqual([1, []])
  })

  test('of a second attempt that a crash ends is kept, with a mail', async () => {
    const { reconcile } = await loseIt()
    later(1)
    // What it made stands; the process died before it read the answer.
    await createIntentStore(database.db).open(asked, clock())
    later(30)
    await reconcile()
    expect(held()).toHaveLength(1)
    expect(await intents()).toMatchObject([{ failedAt: null, bookingId: expect.any(Number) }])
  })

  test('stays recorded while Fabman is away', async () => {
    const { reconcile } = await loseIt()
    later(30)
    Object.assign(double.faults, { mode: 'down', only: null })
    await expect(reconcile()).rejects.toMatchObject({ code: 'upstreamUnavailable' })
    expect(await intents()).toHaveLength(1)
    double.faults.mode = null
    await reconcile()
    expect(held()).toEqual([])
  })
})

test('an attempt that cannot be settled is logged and does not keep the others from being settled', async () => {
  const log = createLog('silent')
  const warn = vi.spyOn(log, 'warn')
  const { workshop, reconcile } = fabmanOf(database.db, double, clock, { log })
  for (const member of [1, 2]) {
    const before = posts()
    Object.assign(double.faults, { mode: 'deaf', only: () => posts() > before })
    const lost = workshop.createBooking({ ...asked, equipment: member + 1, member })
    await expect(lost).rejects.toMatchObject({ code: 'upstreamUnavailable' })
    double.faults.mode = null
  }
  later(30)
  const [first] = await intents()
  Object.assign(double.faults, { mode: 'down', only: ({ url }: Request) => url.includes('member=1') })
  await expect(reconcile()).rejects.toMatchObject({ code: 'upstreamUnavailable' })
  expect(await intents()).toEqual([first])
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ intent: first?.id }), expect.any(String))
})

test('an attempt that never reached Fabman leaves nothing behind', async () => {
  const { workshop } = fabmanOf(database.db, double, clock)
  await workshop.createBooking({ ...asked, equipment: 3, member: 2 })
  Object.assign(double.faults, { mode: 'down', only: isPost })
  await expect(workshop.createBooking(asked)).rejects.toMatchObject({ code: 'upstreamUnavailable' })
  expect(await intents()).toEqual([])
})

test('an earlier booking is not taken for the lost one', async () => {
  const { reconcile } = fabmanOf(database.db, double, clock)
  const { title: _, equipment: equipmentId, member: memberId, ...times } = asked
  double.account.insert('bookings', { resource: 2, member: 1, ...times })
  later(2 * 60)
  const row = { ...times, equipmentId, memberId, createdAt: today, failedAt: today }
  await database.db.insertInto('fabmanIntent').values(row).execute()
  later(30)
  await reconcile()
  expect(held()).toHaveLength(1)
})

test('an attempt that Fabman did not carry out is closed after ten minutes', async () => {
  const { reconcile } = fabmanOf(database.db, double, clock)
  const { title: _, equipment: equipmentId, member: memberId, ...times } = asked
  await database.db
    .insertInto('fabmanIntent')
    .values({ ...times, equipmentId, memberId, createdAt: today })
    .execute()
  later(9 * 60)
  await reconcile()
  expect(await intents()).toHaveLength(1)
  later(2 * 60)
  await reconcile()
  expect(await intents()).toEqual([])
})

test('a hundred attempts that Fabman does not settle keep no other from its end', async () => {
  const { reconcile } = fabmanOf(database.db, double, clock)
  const { title: _, equipment: equipmentId, member: memberId, ...times } = asked
  const row = { ...times, equipmentId, memberId, createdAt: today, failedAt: today }
  const rows = Array.from({ length: 100 }, () => ({ ...row, memberId: 2 }))
  await database.db.insertInto('fabmanIntent').values(rows).execute()
  await database.db.insertInto('fabmanIntent').values(row).execute()
  double.account.insert('bookings', { resource: 2, member: 1, ...times })
  later(30)
  await reconcile()
  expect(held()).toEqual([])
  expect(await intents()).toHaveLength(100)
})

describe('kill -9 between the 201 of Fabman and our answer', () => {
  let home: { database: string; drop: () => Promise<void> }
  let opened: OpenedDatabase

  beforeEach(async () => {
    if (testDatabaseKind === 'postgres') {
      const { url, drop } = await emptyServerDatabase(serverUrl())
      home = { database: url, drop }
    } else {
      const folder = mkdtempSync(join(tmpdir(), 'werkbank-fabman-'))
      home = { database: folder, drop: async () => rmSync(folder, { recursive: true, force: true }) }
    }
    await killedWhileBooking()
    const isUrl = home.database.startsWith('postgres')
    const [databaseUrl, dataDir] = isUrl ? [home.database, ''] : [null, home.database]
    opened = await openDatabase({ databaseUrl, dataDir, log: createLog('silent') })
  })
  afterEach(async () => {
    await opened.close()
    await home.drop()
  })

  /** Kills the booking process at the moment when Fabman has made the booking. */
  async function killedWhileBooking(): Promise<void> {
    let kill = () => {}
    const { port, close } = await listen(createHttpServer(), {
      middlewares: [],
      fetch: async (request) => {
        const answer = await double.fetch(request)
        if (isPost(request)) kill()
        return answer
      },
      port: 0,
      host: '127.0.0.1',
      trustProxy: false,
    })
    const script = fileURLToPath(new URL('../bookings/booking-process.fixture.ts', import.meta.url))
    const base = `http://127.0.0.1:${port}/api/v1`
    let output = ''
    // On a busy machine a read of the account may time out before anything is written: then the process ends by itself.
    for (let attempt = 0; attempt < 3 && held().length === 0; attempt++) {
      const child = spawn(process.execPath, [script, home.database, base, start.toISOString()], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child.stdout.on('data', (text: Buffer) => (output += text.toString()))
      kill = () => void child.kill('SIGKILL')
      await new Promise((resolve) => child.on('exit', resolve))
    }
    await close()
    expect([output, held().length]).toEqual(['', 1])
  }

  test('the next start finds the booking within a minute and keeps it, and asking again makes no second one', async () => {
    const { workshop, reconcile } = fabmanOf(opened.db, double, clock)
    later(30)
    await reconcile()
    expect(await opened.db.selectFrom('fabmanIntent').select('bookingId').execute()).toEqual([
      { bookingId: 1 },
    ])
    expect(await workshop.bookings({ member: 1 })).toMatchObject([{ id: 1, state: 'confirmed' }])
    expect(await workshop.createBooking(asked)).toMatchObject({ id: 1 })
    expect([held().length, posts()]).toEqual([1, 1])
  })

  const mails = () => opened.db.selectFrom('mail').select(['kind', 'toAddress', 'subject', 'text']).execute()

  test('the member is told by one mail, within a minute', async () => {
    const { reconcile } = fabmanOf(opened.db, double, clock)
    later(50)
    const [intent] = await opened.db.selectFrom('fabmanIntent').select('id').execute()
    await reconcile()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'booking-found', toAddress: 'm1@example.org' })
    expect(mail?.subject).toMatch(/^Gebucht: .+, Mi., 2. Dezember, 18:00–20:00 Uhr$/)
    expect(mail?.text).toContain('/me/bookings')
    // A process that had read the attempt before.
    const again = {
      kind: 'x',
      locale: 'de',
      to: { name: '', address: 'x@example.org' },
      subject: 'x',
      text: 'x',
    }
    await createIntentStore(opened.db).keep(intent?.id ?? 0, 1, { ...again, html: '' } as Mail)
    expect(await mails()).toHaveLength(1)
  })

  test('asking again before reconciliation makes no second booking either', async () => {
    const { workshop, reconcile } = fabmanOf(opened.db, double, clock)
    later(2)
    expect(await workshop.createBooking(asked)).toMatchObject({ id: 1, state: 'confirmed' })
    later(60)
    await reconcile()
    expect([held().length, posts()]).toEqual([1, 1])
    expect(await opened.db.selectFrom('fabmanIntent').selectAll().execute()).toEqual([])
    expect(await mails()).toEqual([])
  })
})
