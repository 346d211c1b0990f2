import { applyEvents } from '../payments/applying.ts'
import { bookDisputes } from '../payments/disputes.ts'
import * as payments from '../payments/payments.store.ts'
import { askRefunds, lookAtOldRefunds } from '../payments/refunds.ts'
import { refreshPayment } from '../payments/settling.ts'
import { fulfil } from './fulfilment.ts'
import { dueOrders } from './fulfilment.store.ts'
import * as store from './orders.store.ts'
import type { Ordering } from './parts.ts'
import { forgetOrders } from './retention.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** A provider keeps its keys for a day: after this time an attempt without a page is ended. */
const unopenedMs = 20 * hourMs

/** The jobs of orders by name. Each may run in several processes at the same time. */
export function orderJobs(parts: Ordering) {
  return {
    'apply messages of the payment provider': async () => {
      await applyEvents(parts)
      await bookDisputes(parts)
    },
    'fulfil orders': async () => {
      for (const id of await dueOrders(parts.db, parts.clock())) await fulfil(parts, id)
      await askRefunds(parts)
    },
    'look at payments and end unpaid orders': async () => {
      await lookAtPayments(parts)
      await expireOrders(parts)
    },
    'forget orders that came to nothing': () => forgetOrders(parts),
  }
}

/** Asks what became of payments, because messages of the provider may be lost. A debit takes days. */
async function lookAtPayments(parts: Ordering): Promise<void> {
  const now = parts.clock().getTime()
  const since = { open: new Date(now - 10 * minuteMs), pending: new Date(now - 12 * hourMs) }
  for (const id of await payments.notSeenSince(parts.db, since)) {
    try {
      await refreshPayment(parts, id)
      await payments.changePayment(parts.db, id, { lookedAt: parts.clock() })
    } catch (error) {
      // The payments of others do not wait for this one.
      parts.log.error({ err: error, payment: id }, 'a payment was not looked at')
      await payments.changePayment(parts.db, id, { triedAt: parts.clock() })
    }
  }
  await lookAtOldRefunds(parts, since.pending)
  await payments.expireUnopened(parts.db, new Date(now - unopenedMs))
}

/** Ends orders that nobody has paid: after a day without a running payment, by transfer after 14 days. */
async function expireOrders({ db, clock }: Ordering): Promise<void> {
  const now = clock().getTime()
  const old = [
    ...(await store.unpaidSince(db, { paysBy: 'provider', before: new Date(now - dayMs) })),
    ...(await store.unpaidSince(db, { paysBy: 'transfer', before: new Date(now - 14 * dayMs) })),
  ]
  for (const id of old)
    await db.transaction().execute(async (tx) => {
      const order = await store.lockOrder(tx, id)
      const running = (await payments.paymentsOf(tx, id)).filter(payments.isRunning)
      if (order.state !== 'placed' || running.some(({ mode }) => mode !== 'manual')) return
      await payments.endManual(tx, id, 'expired')
      await store.changeOrder(tx, id, { state: 'expired', openKey: null })
    })
}
