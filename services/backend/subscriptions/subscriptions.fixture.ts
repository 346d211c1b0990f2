import { joins, openOrders } from '../../../tests/orders.fixture.ts'
import { invoiceJobs } from '../invoices/jobs.ts'
import { orderJobs } from '../orders/jobs.ts'
import { placeOrder } from '../orders/placing.ts'
import { refreshPayment } from '../payments/settling.ts'
import { subscriptionJobs } from './jobs.ts'

/** Orders, and somebody who joins with a card. */
export async function openSubscriptions() {
  const world = await openOrders()
  const { parts, payments, time, db } = world
  const method = () => `pm_${payments.pages()[0]?.ref}`

  /** Somebody joins. @returns the id of the member */
  async function begin(): Promise<number> {
    await world.reset()
    await placeOrder(parts, joins('a'))
    payments.become('paid')
    await refreshPayment(parts, payments.pages()[0]?.asked.payment ?? 0)
    const { memberId } = await db.selectFrom('subscription').select('memberId').executeTakeFirstOrThrow()
    return memberId
  }

  async function jobs(): Promise<void> {
    const all = { ...subscriptionJobs(parts), ...orderJobs(parts), ...invoiceJobs(parts) }
    for (const run of Object.values(all)) await run()
  }

  /** The jobs run at noon of a day, as they do every minute. */
  async function on(day: string): Promise<void> {
    time.now = new Date(`${day}T11:00:00Z`)
    await jobs()
    await jobs()
  }

  return {
    ...world,
    begin,
    jobs,
    on,
    /** What happens to each later charge of the card. */
    charges: (state: 'failed' | 'pending') => payments.refusals.set(method(), state),
    subscription: () => db.selectFrom('subscription').selectAll().executeTakeFirstOrThrow(),
  }
}
