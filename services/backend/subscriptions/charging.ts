import { violates } from '../../../platform/database/database.ts'
import { addDays } from '../../../rules/time.ts'
import * as invoices from '../invoices/invoices.store.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import * as payments from '../payments/payments.store.ts'
import { leastCents, refusedCharge } from '../payments/provider.ts'
import { applySeen } from '../payments/settling.ts'
import { claimProfile } from './methods.store.ts'
import { inEachSpace, insertCharge } from './renewing.ts'
import * as store from './subscriptions.store.ts'

const batch = 100
/** So many wait for the provider at the same time: 500 renewals must not take 500 of its answers one after the other. */
const atOnce = 4

/** Asks for the money of bookings some days after the invoice has announced it; a member without a kept method transfers. */
export async function chargeAnnounced(parts: Ordering): Promise<void> {
  const { db, connector, clock, provider, log } = parts
  if (!provider) return
  await inEachSpace(parts, async (space, today) => {
    const until = addDays(today, -invoices.announcedDays)
    for (const { id, locale, member: memberId } of await store.announcedUsage(db, {
      space,
      until,
      leastCents,
    })) {
      try {
        const member = await connector.member(memberId)
        if (!member) continue
        await db.transaction().execute(async (tx) => {
          const cents = (await invoices.lockInvoice(tx, id))?.openCents ?? 0
          if (cents < leastCents) return
          const charge = {
            space,
            locale: locale === 'en' ? 'en' : 'de',
            invoice: id,
            cents,
            attempt: 1,
          } as const
          await insertCharge(tx, { ...charge, member, today, now: clock() })
        })
      } catch (error) {
        // Another process has asked; else the invoices of others do not wait for this one.
        if (!violates(error, 'customer_order_request_key_unique'))
          log.error({ err: error, invoice: id }, 'an invoice was not charged')
      }
    }
  })
}

/** Takes the money of each attempt that waits for it. A repeat, also after a crash, asks for the same charge. */
export async function chargeSaved(parts: Ordering): Promise<void> {
  for (let after = 0; ;) {
    const waiting = await payments.uncharged(parts.db, after, batch)
    const left = waiting.values()
    const chargeEach = async () => {
      for (const payment of left)
        await charge(parts, payment).catch((error: unknown) =>
          // The charges of others do not wait for this one.
          parts.log.error({ err: error, payment: payment.id }, 'a member was not charged'),
        )
    }
    await Promise.all(Array.from({ length: atOnce }, chargeEach))
    after = waiting.at(-1)?.id ?? 0
    if (waiting.length < batch) return
  }
}

async function charge(parts: Ordering, { id, orderId, amountCents, attempt }: payments.StoredPayment) {
  const { db, provider } = parts
  const order = await orders.findOrder(db, 'id', orderId)
  if (!order) throw new Error('a payment without an order')
  if (order.invoiceId !== null && (await isSettled(parts, order.invoiceId))) return giveUp(parts, orderId, id)
  const { memberId: member } = order
  const profile =
    member === null ? null : await db.transaction().execute((tx) => claimProfile(tx, { payment: id, member }))
  if (!profile || !provider) return applySeen(parts, id, refusedCharge(id, amountCents, 'no_method'))
  const asked = { payment: id, cents: amountCents, profile, text: order.number }
  const { ref, ...seen } = await provider.charge(asked, `${order.number}-${attempt}`)
  if (ref !== null) await payments.storeRef(db, id, ref)
  await applySeen(parts, id, seen)
}

async function isSettled({ db }: Ordering, id: number): Promise<boolean> {
  return (await invoices.findInvoice(db, { id }))?.openCents === 0
}

/** The member has paid by another way before anybody was asked. */
async function giveUp({ db }: Ordering, orderId: number, payment: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { state } = await orders.lockOrder(tx, orderId)
    const { state: paying, providerRef } = await payments.lockPayment(tx, payment)
    if (state !== 'placed' || paying !== 'created' || providerRef !== null) return
    await payments.changePayment(tx, payment, { state: 'cancelled' })
    await orders.changeOrder(tx, orderId, { state: 'cancelled', openKey: null })
  })
}
