import { joins, openOrders } from '../../../tests/orders.fixture.ts'
import { placeOrder } from '../orders/placing.ts'
import { refreshPayment } from '../payments/settling.ts'

/** Orders, and somebody who joins with a card. */
export async function openSubscriptions() {
  const world = await openOrders()
  const { parts, payments, db } = world
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

  return {
    ...world,
    begin,
    jobs: world.everyJob,
    /** What happens to each later charge of the card. */
    charges: (state: 'failed' | 'pending', code = 'card_declined') => {
      payments.refusals.set(method(), state)
      payments.codes.set(method(), code)
    },
    subscription: () => db.selectFrom('subscription').selectAll().executeTakeFirstOrThrow(),
  }
}
