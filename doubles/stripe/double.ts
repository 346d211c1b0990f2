import type { Clock } from '../../platform/clock.ts'
import type { Fetch } from '../../platform/http/service.ts'
import { type Account, createAccount } from './account.ts'
import { type Faults, faulty, noFaults } from './faults.ts'
import { bare, type Message, type Row } from './ledger.ts'
import { type Call, Parameters } from './parameters.ts'
import { badRequest, noSuch, Refusal } from './refusal.ts'

interface DoubleOptions {
  clock: Clock
  secretKey: string
  webhookSecret: string
  /** Origin of its pages, such as the address it is served at. */
  origin: string
  /** Gets each message when it is made; default: tests send them. */
  send?: (message: Message) => void
}

export interface StripeDouble extends Pick<
  Account,
  'buyer' | 'bank' | 'expire' | 'messages' | 'emit' | 'sign'
> {
  /** The API at `/v1` of any host, and its page at `/c/pay/{session}`. */
  fetch: Fetch
  faults: Faults
  /** Every request that arrived, as `POST /v1/refunds`. */
  requests: string[]
  rows: ReadonlyMap<string, Row>
}

interface Reply {
  status: number
  body: unknown
}

interface Asked {
  parameters: Parameters
  /** Of the address. */
  id: string
}

/**
 * An account at Stripe in memory, as strict as the API version that stripe-node 23.1.0 speaks: unknown parameters,
 * least amounts, states, keys. It shares no code with the embedded provider.
 */
export function createStripeDouble(options: DoubleOptions): StripeDouble {
  const { clock, webhookSecret, send = null } = options
  const account = createAccount({ clock, webhookSecret, send })
  const faults = noFaults()
  const requests: string[] = []
  const answer = createAnswer(account, options)
  const reply = faulty(answer, faults)
  return {
    ...account,
    faults,
    requests,
    fetch: (request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      return reply(request)
    },
  }
}

function createAnswer(account: Account, options: DoubleOptions): Fetch {
  const routes = routesOf(account, options)
  const kept = new Map<string, { sent: string; reply: Reply; at: number }>()
  return async (request) => {
    const url = new URL(request.url)
    if (url.pathname.startsWith('/c/pay/'))
      return page(account, request, url.pathname.slice('/c/pay/'.length))
    try {
      judgeHeaders(request, options.secretKey)
      const route = routes.find(({ method, path }) => method === request.method && path.test(url.pathname))
      if (!route)
        throw new Refusal(404, {
          type: 'invalid_request_error',
          message: `Unrecognized request URL (${request.method}: ${url.pathname}).`,
        })
      const text = request.method === 'POST' ? await request.text() : url.search.slice(1)
      const key = request.headers.get('idempotency-key')
      if (key && key.length > 255) throw badRequest('Idempotency keys can be at most 255 characters')
      const sent = `${url.pathname} ${text}`
      const now = account.created()
      for (const [old, { at }] of kept) if (now - at > 86_400) kept.delete(old)
      const before = key && kept.get(key)
      if (before && before.sent !== sent) throw keyReused(key)
      if (before) return json(before.reply, { 'idempotent-replayed': 'true' })
      const id = route.path.exec(url.pathname)?.[1] ?? ''
      const reply = route.run({ parameters: new Parameters(route.call, text), id })
      if (key) kept.set(key, { sent, reply: structuredClone(reply), at: now })
      return json(reply)
    } catch (error) {
      if (error instanceof Refusal) return json({ status: error.status, body: { error: error.error } })
      throw error
    }
  }
}

function judgeHeaders({ method, headers }: Request, secretKey: string): void {
  if (headers.get('authorization') !== `Bearer ${secretKey}`)
    throw new Refusal(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: sk_test_****${headers.get('authorization')?.slice(-4)}`,
    })
  if (headers.get('stripe-version') !== '2026-10-28.endive')
    throw badRequest(`Invalid Stripe API version: ${headers.get('stripe-version')}`)
  const type = headers.get('content-type')
  if (method === 'POST' && type !== 'application/x-www-form-urlencoded')
    throw badRequest(`Invalid request (check that your POST content type is right): ${type}`)
}

function keyReused(key: string | null): Refusal {
  return new Refusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

interface Route {
  method: 'GET' | 'POST'
  path: RegExp
  call: Call
  run: (asked: Asked) => Reply
}

function routesOf(account: Account, options: DoubleOptions): Route[] {
  const { rows } = account
  const find = (object: string, id: string, param?: string, status?: number): Row => {
    const row = rows.get(id)
    if (row?.object !== object) throw noSuch(object.replace('.', ' '), id, param, status)
    return row
  }
  const shown = (row: Row, { parameters }: Asked): Reply => ({
    status: 200,
    body: expanded(rows, row, parameters.list('expand')),
  })
  const listed = (object: string, { parameters }: Asked): Reply => {
    const filters = (['payment_intent', 'customer'] as const).filter((name) => parameters.optional(name))
    const data = [...rows.values()].filter(
      (row) => row.object === object && filters.every((name) => row[name] === parameters.optional(name)),
    )
    const most = Number(parameters.optional('limit') ?? 10)
    if (most < 1 || most > 100) throw badRequest('Limit must be between 1 and 100', undefined, 'limit')
    const body = {
      object: 'list',
      data: data.toReversed().slice(0, most).map(bare),
      has_more: data.length > most,
    }
    return { status: 200, body }
  }
  const post = (path: RegExp, call: Call, run: Route['run']): Route => ({ method: 'POST', path, call, run })
  const get = (path: RegExp, call: Call, run: Route['run']): Route => ({ method: 'GET', path, call, run })
  return [
    post(/^\/v1\/customers$/, 'customer', (asked) =>
      shown(
        account.insert('cus', 'customer', {
          email: asked.parameters.optional('email'),
          name: asked.parameters.optional('name'),
          metadata: asked.parameters.metadata('metadata'),
        }),
        asked,
      ),
    ),
    post(/^\/v1\/checkout\/sessions$/, 'session', (asked) =>
      shown(newSession(account, asked, options), asked),
    ),
    post(/^\/v1\/checkout\/sessions\/(\w+)\/expire$/, 'expire', (asked) => {
      const session = find('checkout.session', asked.id)
      if (session['status'] !== 'open')
        throw badRequest(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${String(session['status'])}.`,
        )
      account.expire(session.id)
      return shown(session, asked)
    }),
    post(/^\/v1\/payment_intents$/, 'intent', (asked) => newIntent(account, asked, find)),
    post(/^\/v1\/refunds$/, 'refund', (asked) => shown(newRefund(account, asked, find), asked)),
    get(/^\/v1\/checkout\/sessions\/(\w+)$/, 'retrieve', (asked) =>
      shown(find('checkout.session', asked.id), asked),
    ),
    get(/^\/v1\/payment_intents\/(\w+)$/, 'retrieve', (asked) =>
      shown(find('payment_intent', asked.id), asked),
    ),
    get(/^\/v1\/refunds\/(\w+)$/, 'retrieve', (asked) => shown(find('refund', asked.id), asked)),
    get(/^\/v1\/checkout\/sessions$/, 'list', (asked) => listed('checkout.session', asked)),
    get(/^\/v1\/payment_intents$/, 'list', (asked) => listed('payment_intent', asked)),
    get(/^\/v1\/disputes$/, 'list', (asked) => listed('dispute', asked)),
  ]
}

function newSession(account: Account, { parameters }: Asked, { origin }: DoubleOptions): Row {
  const mode = parameters.oneOf('mode', ['payment', 'setup'])
  parameters.oneOf('ui_mode', ['hosted_page'], 'hosted_page')
  const customer = parameters.required('customer')
  if (account.rows.get(customer)?.object !== 'customer') throw noSuch('customer', customer, 'customer', 400)
  const setup = mode === 'setup' ? newSetupIntent(account, parameters, customer) : null
  const total = setup ? null : totalOf(parameters)
  const expires = parameters.optional('expires_at')
  const created = account.created()
  if (expires && (Number(expires) < created + 1800 || Number(expires) > created + 86_400))
    throw badRequest(
      'The `expires_at` timestamp must be 30 minutes to 24 hours from now.',
      undefined,
      'expires_at',
    )
  const intent_data = {
    metadata: parameters.metadata('payment_intent_data[metadata]'),
    setup_future_usage: parameters.optional('payment_intent_data[setup_future_usage]'),
    description: parameters.optional('payment_intent_data[description]'),
  }
  const session = account.insert('cs_test', 'checkout.session', {
    mode,
    ui_mode: 'hosted_page',
    status: 'open',
    payment_status: setup ? 'no_payment_required' : 'unpaid',
    amount_total: total,
    currency: setup ? parameters.optional('currency') : 'eur',
    customer,
    client_reference_id: parameters.optional('client_reference_id'),
    metadata: parameters.metadata('metadata'),
    allowed_payment_method_types: parameters.list('allowed_payment_method_types'),
    locale: parameters.oneOf('locale', ['de', 'en', 'auto'], 'auto'),
    success_url: parameters.absolute('success_url'),
    cancel_url: parameters.absolute('cancel_url'),
    expires_at: Number(expires ?? created + 86_400),
    payment_intent: null,
    setup_intent: setup?.id ?? null,
    intent_data,
  })
  session['url'] = `${origin}/c/pay/${session.id}`
  return session
}

/** Only what the mode has may be sent. */
function newSetupIntent(account: Account, parameters: Parameters, customer: string): Row {
  for (const name of ['line_items', 'payment_intent_data'])
    if (parameters.has(name))
      throw badRequest(`You can not pass \`${name}\` in \`setup\` mode.`, undefined, name)
  const hasMethods = parameters.list('allowed_payment_method_types').length > 0
  if (!hasMethods) parameters.oneOf('currency', ['eur'])
  return account.insert('seti', 'setup_intent', {
    customer,
    metadata: parameters.metadata('setup_intent_data[metadata]'),
    usage: 'off_session',
    status: 'requires_payment_method',
    payment_method: null,
    last_setup_error: null,
  })
}

/** Cents of all lines. */
function totalOf(parameters: Parameters): number {
  for (const name of ['currency', 'setup_intent_data'])
    if (parameters.has(name))
      throw badRequest(`You can not pass \`${name}\` in \`payment\` mode.`, undefined, name)
  const count = parameters.count('line_items')
  if (count === 0) throw badRequest('Missing required param: line_items.', 'parameter_missing', 'line_items')
  let total = 0
  for (let at = 0; at < count; at++) {
    const line = `line_items[${at}]`
    parameters.oneOf(`${line}[price_data][currency]`, ['eur'])
    parameters.required(`${line}[price_data][product_data][name]`)
    total += parameters.integer(`${line}[quantity]`) * parameters.integer(`${line}[price_data][unit_amount]`)
  }
  if (total < 50)
    throw badRequest(
      'The Checkout Session’s total amount must convert to at least 50 cents.',
      'amount_too_small',
    )
  return total
}

type Find = (object: string, id: string, param?: string, status?: number) => Row

/** Charges a kept method; a decline is 402 and leaves the intent. */
function newIntent(account: Account, asked: Asked, find: Find): Reply {
  const { parameters } = asked
  parameters.oneOf('currency', ['eur'])
  parameters.oneOf('confirm', ['true'])
  parameters.oneOf('off_session', ['true'])
  const isWithoutRedirects = parameters.optional('automatic_payment_methods[allow_redirects]') === 'never'
  if (!isWithoutRedirects && !parameters.optional('return_url'))
    throw badRequest(
      'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.',
    )
  const amount = parameters.amount('amount')
  const customer = find('customer', parameters.required('customer'), 'customer', 400)
  const method = find('payment_method', parameters.required('payment_method'), 'payment_method', 400)
  if (method['customer'] !== customer.id)
    throw badRequest('The provided PaymentMethod cannot be attached to this customer.')
  const intent = account.insert('pi', 'payment_intent', {
    amount,
    currency: 'eur',
    customer: customer.id,
    payment_method: method.id,
    metadata: parameters.metadata('metadata'),
    description: parameters.optional('description'),
    setup_future_usage: null,
    latest_charge: null,
    last_payment_error: null,
  })
  account.chargeLater(intent, method)
  const refused = intent['last_payment_error']
  if (refused) return { status: 402, body: { error: { ...refused, payment_intent: bare(intent) } } }
  return { status: 200, body: expanded(account.rows, intent, parameters.list('expand')) }
}

function newRefund(account: Account, { parameters }: Asked, find: Find): Row {
  const intent = find('payment_intent', parameters.required('payment_intent'), 'payment_intent')
  const charge = account.rows.get(String(intent['latest_charge']))
  if (!charge) throw badRequest('This PaymentIntent does not have a successful charge to refund.')
  const [paid, back] = [Number(charge['amount']), Number(charge['amount_refunded'])]
  if (back === paid)
    throw badRequest(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  if (charge['disputed'])
    throw badRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed')
  const amount = parameters.optional('amount') === null ? paid - back : parameters.integer('amount')
  if (amount < 1) throw badRequest('Invalid positive integer', 'parameter_invalid_integer', 'amount')
  if (amount > paid - back)
    throw badRequest(
      `Refund amount (€${amount / 100}) is greater than unrefunded amount on charge (€${(paid - back) / 100})`,
      undefined,
      'amount',
    )
  charge['amount_refunded'] = back + amount
  charge['refunded'] = back + amount === paid
  const isDebit = account.rows.get(String(charge['payment_method']))?.['type'] === 'sepa_debit'
  const refund = account.insert('re', 'refund', {
    amount,
    currency: 'eur',
    charge: charge.id,
    payment_intent: intent.id,
    metadata: parameters.metadata('metadata'),
    status: isDebit ? 'pending' : 'succeeded',
  })
  account.emit('charge.refunded', charge)
  return refund
}

function expanded(rows: ReadonlyMap<string, Row>, row: Row, paths: string[]): Record<string, unknown> {
  const body = bare(row)
  for (const path of paths) {
    let at = body
    for (const name of path.split('.')) {
      if (!(name in at))
        throw badRequest(`This property cannot be expanded (${name}).`, undefined, 'expand[]')
      const found = typeof at[name] === 'string' ? rows.get(at[name]) : undefined
      if (found) at[name] = bare(found)
      if (at[name] === null || typeof at[name] !== 'object') break
      at = at[name] as Record<string, unknown>
    }
  }
  return body
}

function json({ status, body }: Reply, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'request-id': 'req_double', ...headers } })
}

/** The page that Stripe would show: buttons in the place of its form. */
async function page(account: Account, request: Request, id: string): Promise<Response> {
  const session = account.rows.get(id)
  if (session?.object !== 'checkout.session') return new Response('Not found', { status: 404 })
  if (request.method === 'POST') {
    const given = new URLSearchParams(await request.text())
    const iban = given.get('iban')
    account.buyer.pay(id, iban === null ? { card: given.get('card') ?? '' } : { iban })
    const next = session['status'] === 'complete' ? session['success_url'] : `/c/pay/${id}`
    return new Response(null, { status: 303, headers: { location: String(next) } })
  }
  const html =
    session['status'] === 'open'
      ? `<form method="post"><button name="card" value="4242424242424242">Pay</button>
<button name="card" value="4000000000009995">Pay with a card that is declined</button>
<button name="iban" value="DE89370400440532013000">Pay by direct debit</button></form>
<a href="${String(session['cancel_url'])}">Back</a>`
      : '<p>This page has expired.</p>'
  return new Response(`<!doctype html><title>Stripe double</title><h1>Stripe double</h1>${html}`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}
