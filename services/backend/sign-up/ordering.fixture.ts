import type { Order } from '../../../contracts/order.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Clock } from '../../../platform/clock.ts'
import { toCents } from '../../../rules/money.ts'
import type { BackendConnector } from '../workshop.ts'
import type { Ordering } from './ordering.ts'

/** Orders in memory. */
export function interimOrdering({
  connector,
  clock,
}: {
  connector: Pick<BackendConnector, 'packageList'>
  clock: Clock
}): Ordering {
  const orders = new Map<string, Order>()
  const offerOf: Ordering['offerOf'] = async (item) => {
    if (item.kind === 'credits') return null
    const sold = (await connector.packageList()).find(({ id }) => id === item.package)
    if (!sold) return null
    const totalCents = toCents(sold.fee)
    const today = clock().toISOString().slice(0, 10)
    return {
      item,
      name: sold.name,
      gives: sold.gives,
      totalCents,
      taxCents: totalCents - Math.round(totalCents / 1.19),
      taxPercent: '19.00',
      renews: item.kind === 'membership' ? 'month' : null,
      fromDate: item.kind === 'dayPass' ? item.day : today,
      untilDate: item.kind === 'dayPass' ? item.day : today,
      paysBy: ['provider', 'transfer'],
    }
  }
  return {
    offerOf,
    async placeOrder({ item, requestKey, shownCents, paysBy }) {
      const offer = await offerOf(item)
      if (!offer || offer.totalCents !== shownCents) throw new Problem('conflict')
      const known = orders.get(requestKey)
      if (known) return { number: known.number, url: null }
      const order: Order = {
        number: requestKey,
        state: 'placed',
        kind: item.kind,
        name: offer.name,
        totalCents: offer.totalCents,
        paysBy,
        placedAt: clock().toISOString(),
        payment: { state: 'open', url: '/pay/1', failure: null },
        bank: null,
        member: null,
        memberNumber: null,
        waitsFor: null,
      }
      orders.set(requestKey, order)
      return { number: order.number, url: '/pay/1' }
    },
    orderOf: async (number) => orders.get(number) ?? null,
    async cancelOrder(number) {
      const order = orders.get(number)
      if (order) order.state = 'cancelled'
      return true
    },
  }
}
