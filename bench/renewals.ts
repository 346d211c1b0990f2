import { setTimeout as delay } from 'node:timers/promises'
import { testDatabase } from '../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../platform/database/database.ts'
import { startPostgres } from '../platform/database/postgres-server.fixture.ts'
import { joins, openOrders } from '../tests/orders.fixture.ts'
import { someone } from '../tests/buyer.fixture.ts'
import { placeOrder } from '../services/backend/orders/placing.ts'
import { refreshPayment } from '../services/backend/payments/settling.ts'
import { subscriptionJobs } from '../services/backend/subscriptions/jobs.ts'
import type { OnEnd, Row } from './measurement.ts'

const contracts = 500
/** What a provider elsewhere takes to answer. */
const answerMs = 150

/** Renews contracts by card that all end on one day, in one run of the job, on the embedded database and on PostgreSQL. */
export async function measureRenewals(onEnd: OnEnd): Promise<Row[]> {
  const embedded = await measureOn('pglite', onEnd)
  const server = await startPostgres({ shared_buffers: '256MB' })
  onEnd(server.stop)
  process.env['TEST_POSTGRES_URL'] = server.url
  return [embedded, await measureOn('postgres', onEnd)]
}

async function measureOn(database: OpenedDatabase['kind'], onEnd: OnEnd): Promise<Row> {
  const { parts, payments, time, db, close } = await openOrders({ open: () => testDatabase(database) })
  onEnd(close)
  for (let index = 0; index < contracts; index++) {
    const buyer = { ...someone, email: `person-${index}@example.org` }
    await placeOrder(parts, joins(`join-${index}`, { buyer }))
    payments.become('paid')
    await refreshPayment(parts, payments.pages().at(-1)?.asked.payment ?? 0)
  }
  time.now = new Date('2026-12-23T11:00:00Z')
  const began = performance.now()
  const { provider } = payments
  const charge: typeof provider.charge = async (asked, key) => {
    await delay(answerMs)
    return provider.charge(asked, key)
  }
  const distant = { ...parts, provider: { ...provider, charge } }
  for (const run of Object.values(subscriptionJobs(distant))) await run()
  const seconds = (performance.now() - began) / 1000
  const paid = await db
    .selectFrom('subscriptionPeriod')
    .innerJoin('invoicePayment', 'invoicePayment.invoiceId', 'subscriptionPeriod.invoiceId')
    .select('fromDate')
    .where('fromDate', '=', '2026-12-23')
    .where('creditedAt', 'is not', null)
    .execute()
  if (paid.length !== contracts) throw new Error(`${paid.length} of ${contracts} contracts are renewed`)
  return {
    measurement: `${contracts} renewals with charge (${answerMs} ms each) and credits, in one run, ${database}`,
    value: Math.round(seconds * 10) / 10,
    unit: 's',
  }
}
