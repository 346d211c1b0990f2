import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshPayment } from '../services/backend/payments/settling.ts'
import { someone } from './buyer.fixture.ts'
import { joins, openOrders } from './orders.fixture.ts'

/** `RENEWALS=500` renews so many. */
const contracts = Number(process.env['RENEWALS'] ?? 20)
/** Processes that are killed before one may come to its end. */
const kills = Math.max(4, contracts / 20)
/** What a provider elsewhere takes to answer. */
const answerMs = 150
const nextDay = '2026-12-23'

let world: Awaited<ReturnType<typeof openOrders>>
let databaseUrl: string
const provider = createServer((request, response) => {
  void answer(request).then((found) => response.end(JSON.stringify(found ?? null)))
})

beforeAll(async () => {
  world = await openOrders()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
  const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '')
  url.pathname = `/${rows[0]?.name}`
  databaseUrl = url.href
  await once(provider.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  provider.close()
  await world.close()
})

/** The provider goes on when a process dies that asked it. */
async function answer(request: IncomingMessage): Promise<unknown> {
  const given = JSON.parse(await text(request)) as unknown[]
  await delay(answerMs)
  const calls = world.payments.provider as unknown as Record<
    string,
    (...given: unknown[]) => Promise<unknown>
  >
  return calls[request.url?.slice(1) ?? '']?.(...given)
}

/** Contracts whose second period is paid and has its credits. */
async function renewed(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct subscription_id)::int as count from subscription_period
    join invoice_payment using (invoice_id)
    where from_date = ${nextDay} and credited_at is not null`.execute(world.db)
  return rows[0]?.count ?? 0
}

/** A process that renews; the clock goes on, so that what a dead one held is free. */
function renewing(minutes: number): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'tests/renewing.fixture.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PROVIDER_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
      NOW: new Date(Date.parse(`${nextDay}T11:00:00Z`) + minutes * 60_000).toISOString(),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

test(`${contracts} contracts are renewed by processes that are killed: each once, with one charge`, async () => {
  for (let index = 0; index < contracts; index++) {
    const buyer = { ...someone, email: `person-${index}@example.org` }
    await world.place(joins(`join-${index}`, { buyer }))
    world.payments.become('paid')
    await refreshPayment(world.parts, world.payments.pages().at(-1)?.asked.payment ?? 0)
  }
  let killed = 0
  for (let round = 0; (await renewed()) < contracts; round++) {
    expect(round, 'no progress').toBeLessThan(200)
    const child = renewing(2 * round)
    const ended = once(child, 'exit')
    await Promise.race([once(child, 'message'), ended])
    // It has begun. The last ones may come to their end.
    if ((round + 1) % (kills + 1) !== 0) {
      // Sooner than the charges of 20 can be answered.
      await Promise.race([delay(Math.random() * 600), ended])
      if (child.kill('SIGKILL')) killed += 1
    }
    const [code, signal] = (await ended) as [number | null, string | null]
    expect(code === 0 || signal === 'SIGKILL', `ended with ${code ?? signal}`).toBe(true)
  }
  expect(killed).toBeGreaterThan(0)
  const charges = world.payments.charges()
  expect(charges.length).toBe(contracts)
  expect(new Set(charges.map(({ method }) => method)).size).toBe(contracts)
  const { rows } = await sql`select subscription_id from subscription_period
    where from_date >= ${nextDay} group by 1 having count(*) <> 1`.execute(world.db)
  expect(rows).toEqual([])
  const { rows: credits } = await sql<{ count: number }>`
    select count(*)::int as count from credit where from_date = ${nextDay}`.execute(world.db)
  expect(credits).toEqual([{ count: contracts }])
  console.log(JSON.stringify({ contracts, killed }))
}, 900_000)
