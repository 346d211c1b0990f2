import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { createService, type Fetch, type ServiceEnv } from '../../platform/http/service.ts'
import type { Log } from '../../platform/log.ts'
import { chargeOffSession, createCustomer, createRefund, createSession } from './making.ts'
import { type Thing, wire } from './objects.ts'
import * as store from './objects.store.ts'
import {
  ByCustomer,
  ByIntent,
  ChargeParameters,
  CustomerParameters,
  Expand,
  RefundParameters,
  SessionParameters,
} from './parameters.ts'
import { expire, expireWhenDue } from './sessions.ts'
import { type Answer, checked, invalid, missing, parameters, Refused } from './wire.ts'

export interface ApiOptions {
  db: Database
  clock: Clock
  /** The one key that it takes. */
  secretKey: string
  /** Base of the pages, `…/pay`. */
  pageUrl: string
  /** Called when something was announced, after it was written. */
  announced: () => void
  log: Log
}

/**
 * The part of Stripe's API that the payment adapter uses, in Stripe's wire format: form-encoded parameters, `expand`,
 * errors, `Idempotency-Key`. https://docs.stripe.com/api
 */
export function createCheckoutApi(options: ApiOptions): Fetch {
  const { secretKey, log } = options
  const app = createService('checkout', log)
  const v1 = new Hono<ServiceEnv>()
  v1.onError((error) => {
    if (error instanceof Refused) return json(error.answer)
    throw error
  })
  v1.use(async (c, next) => {
    if (!isSame(c.req.header('authorization') ?? '', `Bearer ${secretKey}`)) throw unknownKey()
    await next()
  })
  addWrites(v1, options)
  addReads(v1, options)
  v1.all('*', (c) => {
    throw new Refused(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).`,
    })
  })
  app.route('/v1', v1)
  return async (request) => app.fetch(request)
}

function addWrites(v1: Hono<ServiceEnv>, options: ApiOptions): void {
  const { clock, pageUrl } = options
  const post = <T extends z.ZodType>(path: string, schema: T, work: Work<z.output<T>>) =>
    v1.post(path, (c) => once(c, options, { schema, work }))

  post('/customers', CustomerParameters, async (tx, given) =>
    ok(tx, await createCustomer(tx, given, clock())),
  )
  post('/checkout/sessions', SessionParameters, async (tx, given) =>
    ok(tx, await createSession(tx, given, { now: clock(), pageUrl }), given.expand),
  )
  post('/checkout/sessions/:id/expire', Expand, async (tx, { expand }, id) => {
    const session = await store.lock(tx, 'checkout.session', id)
    if (!session) throw missing('checkout.session', id)
    await expireWhenDue(tx, session, clock())
    if (session.status !== 'open')
      throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired: ${session.status}.`)
    await expire(tx, session, clock())
    return ok(tx, session, expand)
  })
  post('/payment_intents', ChargeParameters, async (tx, given) => {
    const { intent, refusal } = await chargeOffSession(tx, given, clock())
    if (!refusal) return ok(tx, intent, given.expand)
    return { status: 402, body: { error: { ...refusal, payment_intent: wire(intent) } } }
  })
  post('/refunds', RefundParameters, async (tx, given) => ok(tx, await createRefund(tx, given, clock())))
}

/** @param id of the address */
type Work<Given> = (tx: store.Tx, given: Given, id: string) => Promise<Answer>

/** Answers a write: once per key, whose answer is given again. What is refused leaves its key free. */
async function once<T extends z.ZodType>(
  c: Context<ServiceEnv>,
  { db, clock, announced }: ApiOptions,
  { schema, work }: { schema: T; work: Work<z.output<T>> },
): Promise<Response> {
  const body = await c.req.text()
  const given = checked(schema, parameters(new URLSearchParams(body)))
  const key = c.req.header('idempotency-key')
  const fingerprint = digestOf(`${c.req.path} ${body}`)
  const response = await db.transaction().execute(async (tx) => {
    const kept = key === undefined ? null : await store.takeKey(tx, key, clock())
    if (kept && kept.fingerprint !== fingerprint) throw keyReused(key ?? '')
    if (kept) return json(kept.answer, true)
    const answer = await work(tx, given, c.req.param('id') ?? '')
    if (key !== undefined) await store.keepAnswer(tx, key, { fingerprint, answer })
    return json(answer)
  })
  announced()
  return response
}

function addReads(v1: Hono<ServiceEnv>, { db, clock }: ApiOptions): void {
  v1.get('/checkout/sessions', async (c) => {
    const { payment_intent } = checked(ByIntent, query(c))
    return json(listOf(await store.listBy(db, 'checkout.session', 'payment_intent', payment_intent)))
  })
  v1.get('/checkout/sessions/:id', async (c) => {
    const { expand } = checked(Expand, query(c))
    const id = c.req.param('id')
    const answer = await db.transaction().execute(async (tx) => {
      const session = await store.lock(tx, 'checkout.session', id)
      if (!session) throw missing('checkout.session', id)
      await expireWhenDue(tx, session, clock())
      return ok(tx, session, expand)
    })
    return json(answer)
  })
  v1.get('/payment_intents', async (c) => {
    const { customer } = checked(ByCustomer, query(c))
    return json(listOf(await store.listBy(db, 'payment_intent', 'customer', customer)))
  })
  v1.get('/payment_intents/:id', async (c) => {
    const { expand } = checked(Expand, query(c))
    const intent = await store.read(db, 'payment_intent', c.req.param('id'))
    if (!intent) throw missing('payment_intent', c.req.param('id'))
    return json(await ok(db, intent, expand))
  })
  v1.get('/refunds/:id', async (c) => {
    const refund = await store.read(db, 'refund', c.req.param('id'))
    if (!refund) throw missing('refund', c.req.param('id'))
    return json(await ok(db, refund))
  })
  v1.get('/disputes', async (c) => {
    const { payment_intent } = checked(ByIntent, query(c))
    return json(listOf(await store.listBy(db, 'dispute', 'payment_intent', payment_intent)))
  })
}

async function ok(db: Database | store.Tx, thing: Thing, expand: string[] = []): Promise<Answer> {
  const body = wire(thing)
  for (const path of expand) await expandAt(db, body, path.split('.'))
  return { status: 200, body }
}

/** Puts objects in the place of their ids, as `expand` asks: `payment_intent.latest_charge`. */
async function expandAt(
  db: Database | store.Tx,
  body: Record<string, unknown>,
  [name = '', ...rest]: string[],
): Promise<void> {
  if (!(name in body)) throw invalid(`This property cannot be expanded (${name}).`, { param: 'expand' })
  const value = body[name]
  if (typeof value === 'string') {
    const thing = await store.readAny(db, value)
    body[name] = thing && wire(thing)
  }
  const child = body[name]
  if (rest.length > 0 && child) await expandAt(db, child as Record<string, unknown>, rest)
}

function listOf(things: Thing[]): Answer {
  return { status: 200, body: { object: 'list', data: things.map(wire), has_more: false } }
}

function query(c: Context): unknown {
  return parameters(new URL(c.req.url).searchParams)
}

function json({ status, body }: Answer, isReplayed = false): Response {
  return Response.json(body, { status, headers: isReplayed ? { 'idempotent-replayed': 'true' } : {} })
}

function unknownKey(): Refused {
  return new Refused(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
}

function keyReused(key: string): Refused {
  return new Refused(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with: ${key}`,
  })
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
