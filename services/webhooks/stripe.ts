import { Problem } from '../../contracts/problem.ts'
import { createService, type Fetch } from '../../platform/http/service.ts'
import type { Log } from '../../platform/log.ts'
import { noteCaller } from '../../platform/request-context.ts'

interface StripeWebhookOptions<Event> {
  /** Reads a message. @throws Problem for one that the provider did not sign, or long ago */
  verify: (raw: string, signature: string) => Promise<Event>
  /** Keeps a message; it is answered when this resolves. The same one may come several times, in any order. */
  received: (event: Event) => Promise<void>
  log: Log
}

/**
 * `POST /` takes the payment provider's messages (header `Stripe-Signature`). Each valid one is 200, also of a type that
 * nothing here needs: the provider ends a webhook that refuses for days. Bodies are limited as everywhere, to 256 kB.
 */
export function createStripeWebhook<Event>({ verify, received, log }: StripeWebhookOptions<Event>): Fetch {
  const app = createService('webhooks', log)
  app.all('*', async (c) => {
    if (c.req.path !== '/') throw new Problem('notFound')
    if (c.req.method !== 'POST') throw new Problem('methodNotAllowed', { headers: { allow: 'POST' } })
    const event = await verify(await c.req.text(), c.req.header('stripe-signature') ?? '')
    noteCaller(true)
    await received(event)
    return c.json({ received: true })
  })
  return async (request) => app.fetch(request)
}
