import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import { eventTypes } from '../../services/backend/payments/stripe-events.ts'

const Endpoints = z.object({
  data: z.array(
    z.object({
      url: z.string(),
      status: z.string(),
      enabled_events: z.array(z.string()),
      /** null = that of the account. */
      api_version: z.string().nullish(),
    }),
  ),
})

/**
 * Asks Stripe for the webhook endpoints of the account and compares ours.
 * @returns what is there
 * @throws Error that says what is wrong and how to mend it
 */
export async function stripeAnswers({ stripe, publicUrl, production }: Config): Promise<string> {
  const { account, apiUrl } = stripe
  if (!account)
    return production ? 'not used: orders are paid by transfer or invoice' : 'test payments, no money moves'
  const isLive = account.secretKey.includes('_live_')
  if (production && !isLive)
    throw new Error('STRIPE_SECRET_KEY is a test key: nobody pays real money. Take the live key.')
  if (!production && isLive)
    throw new Error(
      'STRIPE_SECRET_KEY is a live key, and this is no production: real money would move. Take the test key.',
    )
  const response = await fetch(`${apiUrl}/v1/webhook_endpoints?limit=100`, {
    headers: { authorization: `Bearer ${account.secretKey}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(5000),
  }).catch((cause: unknown) => {
    throw new Error(`${apiUrl} does not answer.`, { cause })
  })
  if (response.status === 401) throw new Error('Stripe refuses the key (401). Check STRIPE_SECRET_KEY.')
  if (response.status === 403)
    throw new Error(
      'The restricted key may not read webhook endpoints (403). Allow that, or compare by hand.',
    )
  if (!response.ok) throw new Error(`Stripe answers ${response.status}.`)
  const url = `${publicUrl}/webhooks/stripe`
  const { data } = Endpoints.parse(await response.json())
  const endpoint = data.find((each) => each.url === url)
  if (endpoint?.status !== 'enabled')
    throw new Error(`Stripe has no enabled webhook endpoint ${url}. Make it with: ${eventTypes.join(', ')}`)
  const missing = eventTypes.filter(
    (type) => !endpoint.enabled_events.some((on) => on === '*' || on === type),
  )
  if (missing.length > 0) throw new Error(`The webhook endpoint at Stripe lacks: ${missing.join(', ')}`)
  const version = endpoint.api_version ?? 'of the account'
  return `${isLive ? 'live' : 'test'} key, webhook endpoint with all messages (API version ${version})`
}
