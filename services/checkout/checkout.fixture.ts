import type { Database } from '../../platform/database/database.ts'
import { createLog } from '../../platform/log.ts'
import { createCheckout } from './checkout.ts'

export const secretKey = 'sk_test_1'
export const webhookSecret = 'whsec_1'

type Body = Record<string, unknown> & { error?: Record<string, unknown> }

/** The embedded provider without any objects, with a clock that tests move. */
export async function openCheckout(db: Database) {
  let now = new Date('2026-12-01T10:00:00Z')
  await db.deleteFrom('checkoutObject').execute()
  const sent: { type: string; id: string; signature: string; body: string }[] = []
  /** How often the webhook refuses, before it takes a message. */
  const webhook = { failures: 0 }
  const checkout = createCheckout({
    db,
    clock: () => now,
    secretKey,
    webhookSecret,
    send: async (request) => {
      const body = await request.text()
      const { id, type } = JSON.parse(body) as { id: string; type: string }
      sent.push({ id, type, body, signature: request.headers.get('stripe-signature') ?? '' })
      if (webhook.failures === 0) return new Response()
      webhook.failures -= 1
      throw new TypeError('fetch failed')
    },
    frame: { siteName: 'Halle 9', siteOrigin: 'https://werkbank.example', stylesheetHref: () => '/site.css' },
    log: createLog('silent'),
  })

  async function call(
    method: string,
    path: string,
    form: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: Body; isReplayed: boolean }> {
    const fields = new URLSearchParams(form)
    const url = new URL(`http://checkout.invalid/v1${path}`)
    if (method === 'GET') url.search = String(fields)
    const response = await checkout.api(
      new Request(url, {
        method,
        headers: { authorization: `Bearer ${secretKey}`, ...headers },
        ...(method === 'POST' && { body: fields }),
      }),
    )
    const isReplayed = response.headers.get('idempotent-replayed') === 'true'
    return { status: response.status, body: (await response.json()) as Body, isReplayed }
  }

  /** Opens a session of 39.00 € and returns its id. */
  async function session(change: Record<string, string> = {}): Promise<string> {
    const customer = await call('POST', '/customers', { email: 'mia@example.org' })
    const { body } = await call('POST', '/checkout/sessions', {
      ...sessionForm(String(customer.body['id'])),
      ...change,
    })
    return String(body['id'])
  }

  return {
    ...checkout,
    call,
    session,
    sent,
    webhook,
    wait: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
    /** A page, or what its form answers. */
    page: async (id: string, form?: Record<string, string>) => {
      const init = form && { method: 'POST', body: new URLSearchParams(form) }
      const response = await checkout.pages(new Request(`http://pay/${id}`, init))
      return { status: response.status, headers: response.headers, html: await response.text() }
    },
  }
}

export function sessionForm(customer: string): Record<string, string> {
  return {
    mode: 'payment',
    customer,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '3900',
    'line_items[0][price_data][product_data][name]': 'Paket „Plus“ <b>',
    'metadata[payment]': '7',
    locale: 'de',
    success_url: 'https://werkbank.example/me/order/1',
    cancel_url: 'https://werkbank.example/onboarding/payment',
  }
}
