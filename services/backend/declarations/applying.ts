import { isProblem } from '../../../contracts/problem.ts'
import { dayOf, toLocal } from '../../../rules/time.ts'
import { sellerOf } from '../orders/offers.ts'
import { sendMail } from '../orders/order-mails.ts'
import type { Tx } from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { tellEnds } from '../subscriptions/renewing.ts'
import { applyCancellation } from './cancelling.ts'
import { type StaffReason, staffMail } from './declaration-mails.ts'
import * as store from './declarations.store.ts'
import { contractOf, staffOf } from './matching.ts'
import type { Applying } from './parts.ts'
import { receiptOf } from './receipt.ts'
import { applyWithdrawal } from './withdrawing.ts'

/** Applies declarations that nobody has looked at. Several processes may do this at the same time. */
export async function applyDeclarations(parts: Ordering): Promise<void> {
  for (const id of await store.received(parts.db)) {
    try {
      await apply(parts, id)
    } catch (error) {
      // The declarations of others do not wait for this one. A payment that is under way is waited for.
      if (!isProblem(error) || error.code !== 'orderRunning')
        parts.log.error({ err: error, declaration: id }, 'a declaration was not applied')
      await store.change(parts.db, id, { triedAt: parts.clock() })
    }
  }
  await tellEnds(parts)
}

async function apply(parts: Ordering, id: number): Promise<void> {
  const declaration = await store.find(parts.db, id)
  if (declaration?.state !== 'received') return
  const staff = await staffOf(parts)
  const toStaff = (tx: Tx, held: store.StoredDeclaration, why: StaffReason) =>
    giveToStaff(parts, tx, { held, staff, why })
  const matched = await contractOf(parts, declaration.content)
  if (!matched) {
    await parts.db.transaction().execute(async (tx) => {
      const held = await store.tryLock(tx, id, 'received')
      if (held) await toStaff(tx, held, 'unmatched')
    })
    return
  }
  const { space, settings } = await sellerOf(parts, matched.order.spaceId)
  const dayAt = (instant: Date) => dayOf(toLocal(instant, space.timezone))
  const applying: Applying = {
    ...matched,
    id,
    seller: settings.seller.name,
    dayAt,
    receivedOn: dayAt(declaration.receivedAt),
    toStaff,
  }
  await (declaration.kind === 'cancel' ? applyCancellation : applyWithdrawal)(parts, applying)
}

interface ForStaff {
  held: store.StoredDeclaration
  staff: Awaited<ReturnType<typeof staffOf>>
  why: StaffReason
}

/** Leaves a declaration to somebody of the space, and mails them. One that was applied stays so. */
export async function giveToStaff(
  { siteUrl, log }: Ordering,
  tx: Tx,
  { held, staff: { seller, address }, why }: ForStaff,
): Promise<void> {
  await store.change(tx, held.id, { isOpen: true, ...(held.state === 'received' && { state: 'unmatched' }) })
  if (address === null) log.warn({ declaration: held.id }, 'nobody is mailed about a declaration')
  else await sendMail(tx, staffMail(receiptOf(held), { seller, siteUrl, id: held.id, address, why }))
}
