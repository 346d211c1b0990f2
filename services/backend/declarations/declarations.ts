import { createHash } from 'node:crypto'
import type { Declaration } from '../../../contracts/declaration.ts'
import type { BackendApi } from '../../../contracts/http/backend.ts'
import { type Locale, Problem } from '../../../contracts/problem.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { hitNetworks } from '../../../platform/network-limits.ts'
import type { RateLimit } from '../../../platform/rate-limit.ts'
import { sendMail } from '../orders/order-mails.ts'
import type { Ordering } from '../orders/parts.ts'
import { receiptMail } from './declaration-mails.ts'
import * as store from './declarations.store.ts'
import { disown, disownable } from './disowning.ts'
import { staffOf } from './matching.ts'
import { hashOf, receiptOf } from './receipt.ts'

export interface DeclarationOptions {
  ordering: Ordering
  rateLimit: RateLimit
  clientAddress: (request: Request) => string
  /** A declaration is stored: it is applied soon, not before the answer, which tells nothing about a contract. */
  declared: () => void
}

/** 10 an hour of one network; wider networks may hold several customers and get 2 and 4 times as much. */
const perNetwork = { max: 10, refillSeconds: 360 }
const receiptMs = 30 * 24 * 60 * 60_000

/** What people declare without signing in. Neither the answer nor its time tells whether there is such a contract. */
export function declarationHandlers({ ordering, rateLimit, clientAddress, declared }: DeclarationOptions) {
  return {
    declareCancellation: async ({ body, locale, c }) => {
      const { manner, reason } = body.declaration
      if ((manner === 'cause') !== (reason !== null)) {
        const errors = [{ field: 'declaration.reason', message: 'a reason, for an important reason only' }]
        throw new Problem('invalidInput', { errors, params: { field: 'declaration.reason' } })
      }
      return receive(body, locale, c.req.raw)
    },

    declareWithdrawal: async ({ body, locale, c }) => receive(body, locale, c.req.raw),

    declarationReceipt: async ({ query: { token } }) => {
      const { db, clock } = ordering
      const after = new Date(clock().getTime() - receiptMs)
      const found = await store.findReceipt(db, hashOf(token), after)
      return found && receiptOf(found)
    },

    disownable: ({ query: { token } }) => disownable(ordering, token),

    disown: async ({ body: { token } }) => {
      const found = await disown(ordering, token)
      if (!found) throw new Problem('notFound')
      return found
    },
  } satisfies Partial<Handlers<BackendApi>>

  /** Stores a declaration and mails its receipt, once per form. @returns the secret of the receipt */
  async function receive(
    { key, declaration }: { key: string; declaration: Declaration },
    locale: Locale,
    request: Request,
  ): Promise<{ token: string }> {
    const address = clientAddress(request)
    await hitNetworks(rateLimit, { purpose: 'declaration', address, limit: perNetwork })
    const token = createHash('sha256')
      .update(`${key}\n${JSON.stringify(declaration)}`)
      .digest('base64url')
    const receivedAt = ordering.clock()
    const { seller, zone } = await staffOf(ordering)
    await ordering.db.transaction().execute(async (tx) => {
      const given = { content: declaration, locale, zone, receivedAt, receiptHash: hashOf(token) }
      if (!(await store.insert(tx, given))) return
      const { siteUrl } = ordering
      await sendMail(tx, receiptMail(receiptOf(given), { seller, siteUrl, token }))
    })
    declared()
    return { token }
  }
}
