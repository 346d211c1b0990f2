import { joins, openOrders } from '../../../tests/orders.fixture.ts'
import { placeInvoicePayment, placeOrder } from '../orders/placing.ts'
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

  /** The member pays the newest invoice on the provider's page. */
  async function paysItself(member: number): Promise<void> {
    const { id: invoice } = await db
      .selectFrom('invoice')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await placeInvoicePayment(parts, {
      invoice,
      member,
      locale: 'de',
      requestKey: `pays-${world.time.now.getTime()}`,
      returnPaths: { success: '/me/invoices', cancel: '/me/invoices' },
    })
    payments.become('paid')
    await refreshPayment(parts, payments.pages().at(-1)?.asked.payment ?? 0)
  }

  return {
    ...world,
    begin,
    paysItself,
    jobs: world.everyJob,
    /** What happens to each later charge of the card. */
    charges: (state: 'failed' | 'pending', code = 'card_declined') => {
      payments.refusals.set(method(), state)
      payments.codes.set(method(), code)
    },
    subscription: () => db.selectFrom('subscription').selectAll().executeTakeFirstOrThrow(),
  }
}
