import { createHmac } from 'node:crypto'
import { type Job, startJob } from '../../platform/jobs/jobs.ts'
import type { Fetch } from '../../platform/http/service.ts'
import { keepEvent } from '../../services/backend/payments/events.store.ts'
import { readInstallation } from '../../services/backend/payments/installation.store.ts'
import type { PaymentProvider, ProviderEvent } from '../../services/backend/payments/provider.ts'
import { createStripe } from '../../services/backend/payments/stripe.ts'
import { createCheckout } from '../../services/checkout/checkout.ts'
import { createStripeWebhook } from '../../services/webhooks/stripe.ts'
import { type Base, type Mounts, remoteFetch, serves } from './base.ts'
import type { IdentityPart } from './identity.ts'

export interface PaymentsPart {
  /** null = nobody can pay by card or direct debit here. */
  provider: PaymentProvider | null
  /** Origin of the pages on which people pay, for the content policy of forms; null = ours. */
  pageOrigin: string | null
  mounts: Mounts
  startJobs: () => Job[]
  close: () => Promise<void>
}

interface PaymentsOptions {
  /** Address of the site's style sheet, for the pages of the embedded provider. */
  stylesheetHref: () => string
  /** Told of each new message of the provider, after it is stored. It returns at once; a job applies what is left. */
  received: (event: ProviderEvent) => void
}

const webhookMount = '/webhooks/stripe'

/**
 * Payments: Stripe when its key is configured; else the embedded test payments, never in production: there the provider
 * is null, and orders offer other ways to pay.
 */
export function composePayments(
  base: Base,
  { siteName }: Pick<IdentityPart, 'siteName'>,
  { stylesheetHref, received }: PaymentsOptions,
): PaymentsPart {
  const { config } = base
  const { account, apiUrl } = config.stripe
  if (account) {
    const fetch = remoteFetch(base, 'stripe')
    const { provider, webhook } = adapt(base, { ...account, apiUrl, fetch, received })
    return {
      provider,
      pageOrigin: pageOriginOf(apiUrl),
      mounts: serves(base, 'backend') ? { [webhookMount]: webhook } : {},
      startJobs: () => [],
      close: async () => {},
    }
  }
  if (!config.production) return composeTestPayments(base, { siteName, stylesheetHref, received })
  return { provider: null, pageOrigin: null, mounts: {}, startJobs: () => [], close: async () => {} }
}

function composeTestPayments(
  base: Base,
  { siteName, stylesheetHref, received }: PaymentsOptions & { siteName: string },
): PaymentsPart {
  const { config, db, clock, log, secret } = base
  const made = (name: string) => createHmac('sha256', secret).update(`checkout:${name}`).digest('hex')
  const keys = { secretKey: `sk_test_${made('key')}`, webhookSecret: `whsec_${made('webhook')}` }
  const checkout = createCheckout({
    ...keys,
    db,
    clock,
    send: (request) => webhook(new Request('http://webhooks/', request)),
    frame: { siteName, siteOrigin: config.publicUrl, stylesheetHref },
    log,
  })
  const apiUrl = 'http://checkout.invalid'
  const { provider, webhook } = adapt(base, { ...keys, apiUrl, fetch: checkout.api, received })
  return {
    provider,
    pageOrigin: null,
    mounts: serves(base, 'backend') ? { [webhookMount]: webhook, '/pay': checkout.pages } : {},
    startJobs: () => [startJob({ name: 'test payments', everyMs: 5000, run: checkout.runDue, log })],
    close: checkout.idle,
  }
}

interface Account {
  apiUrl: string
  secretKey: string
  webhookSecret: string
  fetch: Fetch
  received: PaymentsOptions['received']
}

/** The adapter, and the webhook that takes the provider's messages. */
function adapt({ db, clock, log }: Base, { received, ...account }: Account) {
  const installation = () => readInstallation(db)
  const provider = createStripe({ ...account, installation, clock, random: Math.random })
  const webhook = createStripeWebhook({
    verify: provider.verify,
    received: async (event: ProviderEvent) => {
      if (await keepEvent(db, event, clock())) received(event)
    },
    log,
  })
  return { provider, webhook }
}

/** Stripe's own pages have an origin of their own; what stands in for it has its pages beside the API. */
function pageOriginOf(apiUrl: string): string {
  return apiUrl === 'https://api.stripe.com' ? 'https://checkout.stripe.com' : apiUrl
}
