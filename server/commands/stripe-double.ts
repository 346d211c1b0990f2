import type { Clock } from '../../platform/clock.ts'
import { createHttpServer, listen } from '../../platform/http/serve.ts'
import { createStripeDouble } from '../../doubles/stripe/double.ts'
import type { Message } from '../../doubles/stripe/ledger.ts'

export const stripeDoubleUsage = 'stripe-double [--port <number>] [--webhook <address>]'

const keys = { secretKey: 'sk_test_double', webhookSecret: 'whsec_double' }

/**
 * Serves an account at Stripe in memory until the process ends. Its messages go to the webhook of a Werkbank on this
 * machine, once each.
 * @returns its address, the keys, a greeting for the terminal, and `close`
 * @throws Error for unknown options, and when the port is taken
 */
export async function serveStripeDouble(args: string[], clock: Clock) {
  const { port, webhook } = readOptions(args)
  const origin = `http://127.0.0.1:${port}`
  const double = createStripeDouble({ ...keys, clock, origin, send: (message) => send(webhook, message) })
  const listening = await listen(createHttpServer(), {
    middlewares: [],
    // A client sees a lost connection as the 502 of a proxy.
    fetch: (request) => double.fetch(request).catch(() => new Response(null, { status: 502 })),
    port,
    host: '127.0.0.1',
    trustProxy: false,
  })
  const { secretKey, webhookSecret } = keys
  const greeting = [
    `An account at Stripe in memory is at ${origin}`,
    'Start Werkbank on it with:',
    `  STRIPE_API_URL=${origin} STRIPE_SECRET_KEY=${secretKey} STRIPE_WEBHOOK_SECRET=${webhookSecret} npm start`,
  ].join('\n')
  return { url: origin, ...keys, double, greeting, close: listening.close }
}

function readOptions(args: string[]): { port: number; webhook: string } {
  const options = { '--port': '3200', '--webhook': 'http://localhost:3000/webhooks/stripe' }
  for (let index = 0; index < args.length; index += 2) {
    const [name = '', value = ''] = args.slice(index)
    if (!Object.hasOwn(options, name) || value === '') throw new Error(`Usage: ${stripeDoubleUsage}`)
    options[name as keyof typeof options] = value
  }
  const port = Number(options['--port'])
  const webhook = options['--webhook']
  if (!Number.isInteger(port) || port < 1 || port > 65_535 || !URL.canParse(webhook))
    throw new Error(`Usage: ${stripeDoubleUsage}`)
  return { port, webhook }
}

/** A message that nobody takes is lost: the product asks for open payments by itself. */
function send(webhook: string, { body, signature }: Message): void {
  fetch(webhook, { method: 'POST', headers: { 'stripe-signature': signature }, body }).catch(() => {})
}
