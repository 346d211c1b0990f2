import { randomBytes } from 'node:crypto'
import { addDays, type Day } from '../../../rules/time.ts'
import { sendMail } from '../orders/order-mails.ts'
import type { Tx } from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { cancellableTo } from '../subscriptions/cancelling.ts'
import * as subscriptions from '../subscriptions/subscriptions.store.ts'
import * as store from './declarations.store.ts'
import { cancelledMail } from './owner-mails.ts'
import { type Applying, disownMs } from './parts.ts'
import { hashOf } from './receipt.ts'

/** A contract that should end later than this is a matter for people. */
const mostDaysAhead = 3 * 366

/**
 * Cancels a contract to the end of the period in which the declaration was received, or of a later one that was asked for.
 * Whether an important reason ends it earlier is for the space to judge.
 */
export async function applyCancellation(parts: Ordering, applying: Applying): Promise<void> {
  const { id, order } = applying
  const known = await subscriptions.ofOrder(parts.db, order.id)
  await parts.db.transaction().execute(async (tx) => {
    const held = await store.tryLock(tx, id, 'received')
    if (held?.content.kind !== 'cancel') return
    const contract = known && (await subscriptions.lockLive(tx, known.id))
    const wanted = later(held.content.endsOn, applying.receivedOn)
    if (!contract || wanted > addDays(applying.receivedOn, mostDaysAhead))
      return applying.toStaff(tx, held, contract ? 'far' : 'ended')
    await cancel(parts, tx, { applying, held, contract, wanted })
  })
}

interface Cancelling {
  applying: Applying
  held: store.StoredDeclaration
  contract: subscriptions.StoredSubscription
  wanted: Day
}

async function cancel(parts: Ordering, tx: Tx, { applying, held, contract, wanted }: Cancelling) {
  const { order, address, seller } = applying
  const earliest = await cancellableTo(tx, contract, wanted)
  const was = contract.cancelOn
  const endsOn = was !== null && was < earliest ? was : earliest
  if (endsOn !== was) {
    // While it is suspended the package has ended already, and stays so.
    const end = contract.state === 'suspended' ? {} : { endsOn, isTold: false }
    await subscriptions.changeSubscription(tx, contract.id, { cancelOn: endsOn, ...end })
  }
  const now = parts.clock()
  const token = randomBytes(32).toString('base64url')
  await store.change(tx, held.id, {
    state: 'applied',
    orderId: order.id,
    subscriptionId: contract.id,
    endsOn,
    wasOn: was,
    disownHash: hashOf(token),
    disownUntil: new Date(now.getTime() + disownMs),
  })
  await sendMail(tx, cancelledMail(order, { seller, siteUrl: parts.siteUrl, address, token, endsOn }))
  const applied = { ...held, state: 'applied' as const }
  // A period that began meanwhile was invoiced for nothing.
  if (contract.lastDay > endsOn) await applying.toStaff(tx, applied, 'renewed')
  else if (held.content.kind === 'cancel' && held.content.manner === 'cause')
    await applying.toStaff(tx, applied, 'cause')
}

function later(one: Day | null, other: Day): Day {
  return one !== null && one > other ? one : other
}
