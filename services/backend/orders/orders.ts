import { z } from 'zod'
import type { BackendApi } from '../../../contracts/http/backend.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { check } from '../../../platform/http/service.ts'
import { claimedOrder, confirmClaim } from './claims.ts'
import { consentsTo } from './legal-texts.ts'
import { offerOf } from './offers.ts'
import { orderOf } from './order-view.ts'
import type { Ordering } from './parts.ts'
import { buyerOfMember, placeInvoicePayment, placeOrder } from './placing.ts'
import { shownTo } from './shown-offer.ts'

/** Orders of members: each call checks whose they are. */
export function orderHandlers({ callers, ordering }: { callers: Callers; ordering: Ordering }) {
  return {
    async offer({ person, query: { memberId, pack }, locale }) {
      await callers.requireOwn(person, memberId)
      const member = await memberOf(memberId)
      const offer = await offerOf(ordering, { kind: 'credits', pack }, { member })
      return shownTo(ordering, { ...offer, isCompany: Boolean(member.company) }, locale)
    },
    async placeOrder({ person, body, locale, c }) {
      const { memberId, pack, shown: seen, ...asked } = body
      await callers.requireOwn(person, memberId)
      const key = keyOf(c.req.header('idempotency-key'))
      return placeOrder(ordering, {
        ...asked,
        seen,
        consents: await consentsTo(asked.consents, locale, ordering.legalTextOf),
        item: { kind: 'credits', pack },
        buyer: buyerOfMember(await memberOf(memberId), locale),
        member: memberId,
        startsEarly: true,
        requestKey: `member-${memberId}-${key}`,
        returnPaths: { success: '/me/order/{number}', cancel: '/me/order/{number}' },
      })
    },
    async order({ person, query: { memberId, number } }) {
      await callers.requireOwn(person, memberId)
      const order = await orderOf(ordering, number, { member: memberId })
      if (!order) throw new Problem('notFound')
      return order
    },
    async payInvoice({ person, body: { memberId, invoiceId }, locale, c }) {
      await callers.requireOwn(person, memberId)
      const key = keyOf(c.req.header('idempotency-key'))
      return placeInvoicePayment(ordering, {
        invoice: invoiceId,
        member: memberId,
        locale,
        requestKey: `member-${memberId}-${key}`,
        returnPaths: { success: '/me/order/{number}', cancel: '/me/invoices' },
      })
    },
    async claimedOrder({ body: { token } }) {
      return claimedOrder(ordering, token)
    },
    async confirmClaim({ body: { token } }) {
      return confirmClaim(ordering, token)
    },
  } satisfies Partial<Handlers<BackendApi>>

  async function memberOf(id: number) {
    const member = await ordering.connector.member(id)
    if (!member) throw new Problem('notFound')
    return member
  }
}

const Key = z.string('a key of your own').regex(/^[\x21-\x7e]{1,200}$/, '1 to 200 letters without spaces')

/** The key of an order: without one, two presses of the button would be two orders. */
export function keyOf(given: string | undefined): string {
  return check(z.object({ 'idempotency-key': Key }), { 'idempotency-key': given }, 'header')[
    'idempotency-key'
  ]
}
