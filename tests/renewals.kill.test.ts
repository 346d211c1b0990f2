import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabaseKind } from '../platform/database/database.fixture.ts'
import { openDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { createLog } from '../platform/log.ts'
import { refreshPayment } from '../services/backend/payments/settling.ts'
import { newPlace, type Place, within } from '../services/connector/killed-place.fixture.ts'
import { someone } from './buyer.fixture.ts'
import { joins, openOrders } from './orders.fixture.ts'

/** `RENEWALS=500` renews so many. The embedded database is opened anew after each process. */
const contracts = Number(process.env['RENEWALS'] ?? (testDatabaseKind === 'postgres' ? 20 : 5))
/** Processes that are killed before one may come to its end. */
const kills = Math.max(4, contracts / 20)
/** What a provider elsewhere takes to answer. */
const answerMs = 150
const nextDay = '2026-12-23'

let place: Place
let payments: Awaited<ReturnType<typeof openOrders>>['payments']
const provider = createServer((request, response) => {
  void answer(request).then((found) => response.end(JSON.stringify(found ?? null)))
})

beforeAll(async () => {
  place = await newPlace()
  await once(provider.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  provider.close()
  await place.remove()
})

/** The provider goes on when a process dies that asked it. */
async function answer(request: IncomingMessage): Promise<unknown> {
  const given = JSON.parse(await text(request)) as unknown[]
  await delay(answerMs)
  const calls = payments.provider as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
  return calls[request.url?.slice(1) ?? '']?.(...given)
}

/** Makes contracts by card that all renew on one day, and closes the database for the processes that renew them. */
async function joinAll(): Promise<void> {
  const log = createLog('warn')
  const { databaseUrl, dataDir } = place
  const open = () =>
    openDatabase({ databaseUrl: databaseUrl || null, dataDir, log, prepare: (db) => migrate(db, log) })
  const world = await openOrders({ open })
  payments = world.payments
  for (let index = 0; index < contracts; index++) {
    const buyer = { ...someone, email: `person-${index}@example.org` }
    await world.place(joins(`join-${index}`, { buyer }))
    payments.become('paid')
    await refreshPayment(world.parts, payments.pages().at(-1)?.asked.payment ?? 0)
  }
  await world.close()
}

async function rowsOf<Row>(query: RawBuilder<Row>): Promise<Row[]> {
  let rows: Row[] = []
  await within(place, async (db) => {
    rows = (await query.execute(db)).rows
  })
  return rows
}

/** Contracts whose second period is paid and has its credits. */
async function renewed(): Promise<number> {
  const [row] = await rowsOf(sql<{ count: number }>`
    select count(distinct subscription_id)::int as count from subscription_period
    join invoice_payment using (invoice_id)
    where from_date = ${nextDay} and credited_at is not null`)
  return row?.count ?? 0
}

/** A process that renews; the clock goes on, so that what a dead one held is free. */
function renewing(minutes: number): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'tests/renewing.fixture.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: place.databaseUrl,
      DATA_DIR: place.dataDir,
      PROVIDER_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
      NOW: new Date(Date.parse(`${nextDay}T11:00:00Z`) + minutes * 60_000).toISOString(),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** The moment to kill a process that has begun: before all its charges can be answered, or while they are. */
async function lastMoment(isEarly: boolean): Promise<void> {
  if (!isEarly) await once(provider, 'request')
  await delay(Math.random() * (isEarly ? 600 : 2 * answerMs))
}

test(`${contracts} contracts are renewed by processes that are killed: each once, with one charge`, async () => {
  await joinAll()
  let killed = 0
  for (let round = 0; (await renewed()) < contracts; round++) {
    expect(round, 'no progress').toBeLessThan(200)
    const child = renewing(2 * round)
    const ended = once(child, 'exit')
    await Promise.race([once(child, 'message'), ended])
    // It has begun. The last ones may come to their end.
    if ((round + 1) % (kills + 1) !== 0) {
      await Promise.race([lastMoment(round % 2 === 0), ended])
      if (child.kill('SIGKILL')) killed += 1
    }
    const [code, signal] = (await ended) as [number | null, string | null]
    expect(code === 0 || signal === 'SIGKILL', `ended with ${code ?? signal}`).toBe(true)
  }
  expect(killed).toBeGreaterThan(0)
  const charges = payments.charges()
  expect(charges.length).toBe(contracts)
  expect(new Set(charges.map(({ method }) => method)).size).toBe(contracts)
  const repeated = sql`select subscription_id from subscription_period
    where from_date >= ${nextDay} group by 1 having count(*) <> 1`
  expect(await rowsOf(repeated)).toEqual([])
  const credits = sql`select count(*)::int as count from credit where from_date = ${nextDay}`
  expect(await rowsOf(credits)).toEqual([{ count: contracts }])
  console.log(JSON.stringify({ contracts, killed }))
}, 900_000)
