import { toDecimal } from '../../rules/money.ts'
import { addMinutes } from '../../rules/time.ts'
import { bookOrderTransfer, noteRepaid, refundOrder } from '../../services/backend/orders/desk.ts'
import { listOrders } from '../../services/backend/orders/orders.store.ts'
import {
  ordersOfOtherAmounts,
  refundsByHand,
  refundsElsewhere,
} from '../../services/backend/payments/refunds.store.ts'
import type { Ordering } from '../../services/backend/orders/parts.ts'
import { paidDay } from './paid-day.ts'

export const ordersUsage =
  'orders list | orders paid <number> [YYYY-MM-DD] | orders refund <number> | orders repaid <number>'

const most = 50

/** How long `orders list` names money that went back at the provider. */
const toldDays = 30

/** Lists orders, books the transfer of one, or pays one back. @throws Error that says what is wrong */
export async function runOrders([action, number, second]: string[], ordering: Ordering): Promise<string> {
  if (action === 'list') {
    const byHand = (await refundsByHand(ordering.db)).map(
      ({ number: of, cents, state }) =>
        `Transfer ${toDecimal(cents)} EUR of ${of} back by hand: ${state === 'manual' ? 'it was paid by transfer' : 'the refund was refused or came back'}. Then run: orders repaid ${of}`,
    )
    const since = addMinutes(ordering.clock(), -toldDays * 24 * 60)
    const elsewhere = (await refundsElsewhere(ordering.db, since)).map(
      ({ number: of, kind, cents, isWhole }) => {
        const isOrder = isWhole && kind !== 'course' && kind !== 'invoice'
        const next = isOrder ? `End it and cancel its invoice: orders refund ${of}` : 'Correct its invoice.'
        return `${toDecimal(cents)} EUR of ${of} went back at the payment provider. ${next}`
      },
    )
    const others = (await ordersOfOtherAmounts(ordering.db)).map(
      ({ number: of, cents }) =>
        `Another amount than ${toDecimal(cents)} EUR was paid for ${of}: pay it back at the payment provider.`,
    )
    const lines = (await listOrders(ordering.db, most)).map(
      ({ number: of, state, kind, totalCents, paysBy, placedAt, lastError }) =>
        [of, state, kind, toDecimal(totalCents), paysBy, placedAt.toISOString(), lastError ?? ''].join('\t'),
    )
    return lines.length > 0
      ? [...byHand, ...elsewhere, ...others, ...lines].join('\n')
      : 'There are no orders.'
  }
  if (action === 'paid' && number) {
    const isNew = await bookOrderTransfer(ordering, number, paidDay(second, ordering.clock))
    return isNew ? `${number} is paid.` : `${number} was paid already.`
  }
  if (action === 'refund' && number) {
    const { cents, byHand } = await refundOrder(ordering, number)
    const amount = `${toDecimal(cents)} EUR`
    const money =
      cents === 0
        ? 'Its money went back before.'
        : byHand
          ? `Transfer ${amount} back by hand, then run: orders repaid ${number}.`
          : `${amount} go back the way they came.`
    return `${number} is refunded. ${money} Its contract and package end; credits and a day pass that it gave end in the workshop management.`
  }
  if (action === 'repaid' && number)
    return `${toDecimal(await noteRepaid(ordering, number))} EUR of ${number} went back by hand.`
  throw new Error(`Usage: ${ordersUsage}`)
}
