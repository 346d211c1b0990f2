import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../../platform/database/database.ts'
import type { PaymentProfile } from './provider.ts'
import { checkoutOf, account, card, forms, type PaymentWorld, textOf } from './payments.fixture.ts'
import { eventTypes } from './stripe-events.ts'

let opened: OpenedDatabase
beforeAll(async () => {
  opened = await testDatabase()
})
afterAll(() => opened.close())

describe.each(forms)('%s', (_, open) => {
  let world: PaymentWorld
  beforeEach(async () => {
    world = await open(opened.db)
  })
  afterEach(() => world.close())

  const begin = async (change: Parameters<typeof checkoutOf>[0] = {}, key = 'checkout-7') =>
    (await world.provider.checkout(checkoutOf(change), key)).ref

  /** Pays on the page and returns what a later charge needs. */
  async function profileFrom(given: { card: string } | { iban: string }): Promise<PaymentProfile> {
    const ref = await begin({ payment: 1 }, 'first')
    await world.pay(ref, given)
    if ('card' in given) await world.confirm(ref, true)
    const { profile } = await world.provider.observe(ref)
    if (!profile) throw new Error('no profile')
    return profile
  }

  const later = (profile: PaymentProfile, payment = 8, key = 'charge-8') =>
    world.provider.charge({ payment, cents: 3900, profile, text: 'Paket Plus, Januar' }, key)

  test('a card pays', async () => {
    const opened = await world.provider.checkout(checkoutOf(), 'checkout-7')
    expect(opened.url).toMatch(/^https?:\/\/\S+\/cs_test_\w+$/)
    expect(opened.expiresAt).toEqual(new Date('2026-12-02T10:00:00Z'))
    expect(await world.provider.observe(opened.ref)).toEqual({
      state: 'open',
      payment: 7,
      cents: 3900,
      refundedCents: 0,
      disputedCents: 0,
      failure: null,
      profile: null,
    })
    await world.pay(opened.ref, card('pays'))
    expect(await world.provider.observe(opened.ref)).toEqual({
      state: 'paid',
      payment: 7,
      cents: 3900,
      refundedCents: 0,
      disputedCents: 0,
      failure: null,
      profile: {
        customer: expect.stringMatching(/^cus_/),
        method: expect.stringMatching(/^pm_/),
        kind: 'card',
        last4: '4242',
      },
    })
  })

  test('a method that is not to be kept is not kept', async () => {
    const ref = await begin({ keepsMethod: false })
    await world.pay(ref, card('pays'))
    expect(await world.provider.observe(ref)).toMatchObject({ state: 'paid', profile: null })
  })

  test('where there is no time for a debit, only a card pays', async () => {
    const ref = await begin({ keepsMethod: false, takesCardsOnly: true })
    // The embedded page refuses the form.
    await world.pay(ref, account).catch(() => {})
    expect(await world.provider.observe(ref)).toMatchObject({ state: 'open' })
    await world.pay(ref, card('pays'))
    expect(await world.provider.observe(ref)).toMatchObject({ state: 'paid' })
    const other = await begin({ keepsMethod: false, payment: 9 }, 'checkout-9')
    await world.pay(other, account)
    expect(await world.provider.observe(other)).toMatchObject({ state: 'pending' })
  })

  test('several pieces are one sum', async () => {
    const ref = await begin({
      lines: [
        { text: 'Tageskarte', quantity: 3, cents: 900 },
        { text: 'Material', quantity: 1, cents: 55 },
      ],
    })
    expect(await world.provider.observe(ref)).toMatchObject({ cents: 2755 })
  })

  test('a bank that asks: the payment is open until the buyer confirms', async () => {
    const ref = await begin()
    await world.pay(ref, card('authenticates'))
    expect(await world.provider.observe(ref)).toMatchObject({ state: 'open', profile: null })
    await world.confirm(ref, true)
    expect(await world.provider.observe(ref)).toMatchObject({ state: 'paid', failure: null })
  })

  test.each([
    ['the bank refuses', card('declines'), 'card_declined'],
    ['the buyer does not confirm', card('authenticates'), 'payment_intent_authentication_failure'],
  ])('%s: the page stays open for another try', async (_name, given, failure) => {
    const ref = await begin()
    await world.pay(ref, given)
    await world.confirm(ref, false)
    expect(await world.provider.observe(ref)).toMatchObject({ state: 'open', failure })
    await world.pay(ref, card('pays'))
    expect(await world.provider.observe(ref)).toMatchObject({ state: 'paid', failure: null })
  })

  test('a refused attempt is no failed payment, also where its intent is asked for', async () => {
    const ref = await begin()
    await world.pay(ref, card('declines'))
    const refs = await refsOf(world)
    const intent = refs.find((each) => each.startsWith('pi_')) ?? ''
    expect(await world.provider.observe(intent)).toMatchObject({ state: 'open', payment: 7 })
  })

  test.each([
    [true, { state: 'paid', failure: null }],
    [false, { state: 'failed', failure: 'payment_intent_payment_attempt_failed' }],
  ])('a direct debit is pending until the bank answers %s', async (isCredited, seen) => {
    const ref = await begin()
    await world.pay(ref, account)
    const pending = await world.provider.observe(ref)
    expect(pending).toMatchObject({ state: 'pending', profile: { kind: 'sepa_debit', last4: '3000' } })
    await world.settle(ref, isCredited)
    expect(await world.provider.observe(ref)).toMatchObject(seen)
  })

  test('time ends a page', async () => {
    const ref = await begin()
    await world.expire(ref)
    expect(await world.provider.observe(ref)).toMatchObject({ state: 'expired', payment: 7 })
  })

  test('closing a page says what the payment is now', async () => {
    const ref = await begin()
    expect(await world.provider.expire(ref)).toMatchObject({ state: 'expired', payment: 7 })
    expect(await world.provider.expire(ref)).toMatchObject({ state: 'expired' })
    const paid = await begin({ payment: 9 }, 'checkout-9')
    await world.pay(paid, card('pays'))
    expect(await world.provider.expire(paid)).toMatchObject({ state: 'paid', payment: 9 })
    const pending = await begin({ payment: 10 }, 'checkout-10')
    await world.pay(pending, account)
    expect(await world.provider.expire(pending)).toMatchObject({ state: 'pending', payment: 10 })
  })

  test('a page that is closed while the buyer pays takes no money', async () => {
    const ref = await begin()
    await world.pay(ref, card('authenticates'))
    await world.provider.expire(ref)
    await world.confirm(ref, true).catch(() => {})
    await world.pay(ref, card('pays')).catch(() => {})
    expect(await world.provider.observe(ref)).toMatchObject({ state: 'expired' })
  })

  test.each([
    ['pays', 'paid', null],
    ['declinesLater', 'failed', 'card_declined'],
    ['authenticates', 'failed', 'authentication_required'],
  ] as const)('a later charge of the card %s is %s', async (name, state, failure) => {
    const profile = await profileFrom(card(name))
    const charged = await later(profile)
    expect(charged).toMatchObject({
      ref: expect.stringMatching(/^pi_/),
      state,
      payment: 8,
      cents: 3900,
      failure,
    })
    expect(await world.provider.observe(charged.ref ?? '')).toMatchObject({ state, payment: 8, failure })
  })

  test('a later direct debit is pending until the bank answers', async () => {
    const profile = await profileFrom(account)
    const { ref, state } = await later(profile)
    expect(state).toBe('pending')
    await world.settle(ref ?? '', true)
    expect(await world.provider.observe(ref ?? '')).toMatchObject({ state: 'paid', payment: 8 })
  })

  test.each(['pays', 'declinesLater'] as const)(
    'the card %s is charged once for a payment, whatever the key, and also when it is forgotten',
    async (name) => {
      const profile = await profileFrom(card(name))
      const first = await later(profile)
      expect(await later(profile)).toEqual(first)
      expect(await later(profile, 8, 'another key')).toEqual(first)
      world.wait(25 * 60 * 60_000)
      await world.messages()
      expect(await later(profile)).toEqual(first)
      expect((await later(profile, 9, 'charge-9')).ref).not.toBe(first.ref)
      expect(world.requests.filter((each) => each === 'POST /v1/payment_intents')).toHaveLength(2)
    },
  )

  test('a method that is gone is refused', async () => {
    const profile = await profileFrom(card('pays'))
    const charged = await later({ ...profile, method: 'pm_gone' })
    expect(charged).toMatchObject({ ref: null, state: 'failed', failure: 'resource_missing', payment: 8 })
  })

  test('money is paid back in parts, and never more than what was paid', async () => {
    const ref = await begin()
    expect(await world.provider.refund(ref, 100, 'refund-0')).toEqual({ ref: null, state: 'failed' })
    await world.pay(ref, card('pays'))
    const first = await world.provider.refund(ref, 900, 'refund-1')
    expect(first).toEqual({ ref: expect.stringMatching(/^re_/), state: 'done' })
    expect(await world.provider.refund(ref, 900, 'refund-1')).toEqual(first)
    expect(await world.provider.observe(ref)).toMatchObject({ state: 'paid', refundedCents: 900 })
    expect(await world.provider.refund(ref, 3001, 'refund-2')).toEqual({ ref: null, state: 'failed' })
    expect(await world.provider.refund(ref, 3000, 'refund-3')).toMatchObject({ state: 'done' })
    expect(await world.provider.refund(ref, 1, 'refund-4')).toMatchObject({ state: 'failed' })
    expect(await world.provider.observe(ref)).toMatchObject({ state: 'paid', refundedCents: 3900 })
  })

  test('a refund to an account takes its time; a later charge is paid back by its own reference', async () => {
    const profile = await profileFrom(account)
    const { ref } = await later(profile)
    await world.settle(ref ?? '', true)
    const refund = await world.provider.refund(ref ?? '', 3900, 'refund-1')
    expect(await world.provider.observe(ref ?? '')).toMatchObject({ refundedCents: 3900 })
    expect([refund.state, await world.provider.refundState(refund.ref ?? '')]).toEqual(['asked', 'asked'])
    await world.answerRefund(refund.ref ?? '')
    expect(await world.provider.refundState(refund.ref ?? '')).toBe('done')
  })

  test('a refund that was done can come back, and a message says so', async () => {
    const ref = await begin()
    await world.pay(ref, { card: '4000000000005126' })
    const refund = await world.provider.refund(ref, 900, 'refund-1')
    expect([refund.state, await world.provider.refundState(refund.ref ?? '')]).toEqual(['done', 'done'])
    await world.answerRefund(refund.ref ?? '')
    expect(await world.provider.refundState(refund.ref ?? '')).toBe('failed')
    const last = (await world.messages()).at(-1)
    const { type, ref: about } = await world.provider.verify(last?.body ?? '', last?.signature ?? '')
    expect([type, (await world.provider.observe(about ?? '')).payment]).toEqual(['refund.failed', 7])
  })

  test('a disputed debit is paid, and the money is gone', async () => {
    const ref = await begin()
    await world.pay(ref, account)
    await world.settle(ref, true)
    await world.dispute(ref)
    expect(await world.provider.observe(ref)).toMatchObject({ state: 'paid', disputedCents: 3900 })
    expect(await world.provider.refund(ref, 3900, 'refund-1')).toMatchObject({ state: 'failed' })
  })

  test('the same key is the same page; another installation has keys of its own', async () => {
    const first = await world.provider.checkout(checkoutOf(), 'checkout-7')
    expect(await world.provider.checkout(checkoutOf(), 'checkout-7')).toEqual(first)
    const other = await world.other.checkout(checkoutOf(), 'checkout-7')
    expect(other.ref).not.toBe(first.ref)
    expect(await world.provider.observe(other.ref)).toMatchObject({ payment: null })
    expect(await world.other.observe(other.ref)).toMatchObject({ payment: 7 })
  })

  test('a buyer who changes the address meanwhile can still pay', async () => {
    await begin()
    const buyer = { ...checkoutOf().buyer, email: 'mia.neu@example.org' }
    expect(await begin({ payment: 9, buyer }, 'checkout-9')).toMatch(/^cs_test_/)
  })

  test('a customer who is known is not made again', async () => {
    const { customer } = await profileFrom(card('pays'))
    const before = world.requests.filter((each) => each === 'POST /v1/customers').length
    await begin({ payment: 9, buyer: { ...checkoutOf().buyer, customer } }, 'checkout-9')
    expect(world.requests.filter((each) => each === 'POST /v1/customers')).toHaveLength(before)
  })

  test('the same key for something else is a mistake of ours, and changes nothing', async () => {
    const ref = await begin()
    const lines = [{ text: 'Paket Profi', quantity: 1, cents: 8900 }]
    await expect(world.provider.checkout(checkoutOf({ lines }), 'checkout-7')).rejects.toThrow(
      'StripeIdempotencyError',
    )
    expect(await world.provider.observe(ref)).toMatchObject({ cents: 3900 })
  })

  test.each(['POST /v1/checkout/sessions', 'POST /v1/refunds', 'POST /v1/payment_intents'])(
    'an answer of %s that is lost is given again',
    async (lost) => {
      const profile = await profileFrom(card('pays'))
      const paid = await begin({ payment: 3 }, 'checkout-3')
      await world.pay(paid, card('pays'))
      const work = {
        'POST /v1/checkout/sessions': () => world.provider.checkout(checkoutOf({ payment: 4 }), 'checkout-4'),
        'POST /v1/refunds': () => world.provider.refund(paid, 900, 'refund-3'),
        'POST /v1/payment_intents': () => later(profile),
      }[lost]
      world.faults.mode = 'deaf'
      world.faults.only = ({ method, url }) => `${method} ${new URL(url).pathname}` === lost
      await expect(work?.()).rejects.toMatchObject({ code: 'upstreamUnavailable' })
      world.faults.mode = null
      const first = await work?.()
      expect(await work?.()).toEqual(first)
      if (lost === 'POST /v1/refunds')
        expect(await world.provider.observe(paid)).toMatchObject({ refundedCents: 900 })
    },
  )

  test.each(['down', 'silent', 'limited', 'busy', 'error', 'proxy'] as const)(
    'a provider that is %s is unavailable, and the error names no secret',
    async (mode) => {
      const ref = await begin()
      world.faults.mode = mode
      const provider = mode === 'silent' ? world.impatient : world.provider
      const error = await provider.observe(ref).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'upstreamUnavailable' })
      expect(textOf(error)).not.toContain('secretOf')
      world.faults.mode = null
    },
  )

  test('messages lead to the payments that they are about', async () => {
    const paid = await begin()
    await world.pay(paid, account)
    await world.settle(paid, true)
    await world.dispute(paid)
    const refused = await begin({ payment: 8 }, 'checkout-8')
    await world.pay(refused, card('declines'))
    await world.provider.expire(refused)
    const returned = await begin({ payment: 9 }, 'checkout-9')
    await world.pay(returned, account)
    await world.settle(returned, false)
    const refunded = await begin({ payment: 10 }, 'checkout-10')
    await world.pay(refunded, card('pays'))
    await world.provider.refund(refunded, 100, 'refund-1')
    const types = new Map<number | null, Set<string>>()
    for (const { body, signature } of await world.messages()) {
      const event = await world.provider.verify(body, signature)
      expect(event.ref).not.toBeNull()
      const { payment } = await world.provider.observe(event.ref ?? '')
      if (isListed(event.type)) types.set(payment, (types.get(payment) ?? new Set()).add(event.type))
    }
    expect(
      Object.fromEntries([...types].map(([payment, own]) => [payment, [...own].toSorted()])),
    ).toMatchObject({
      7: expect.arrayContaining([
        'charge.dispute.created',
        'checkout.session.async_payment_succeeded',
        'checkout.session.completed',
        'payment_intent.processing',
        'payment_intent.succeeded',
      ]),
      8: ['checkout.session.expired', 'payment_intent.payment_failed'],
      9: expect.arrayContaining(['checkout.session.async_payment_failed', 'payment_intent.payment_failed']),
      10: ['charge.refunded', 'checkout.session.completed', 'payment_intent.succeeded'],
    })
    expect(types.size).toBe(4)
  })

  test('a message counts only with the signature of just these bytes', async () => {
    const ref = await begin()
    await world.pay(ref, card('pays'))
    const [message] = await world.messages()
    const { body = '', signature = '' } = message ?? {}
    const time = signature.split(',')[0]
    const forged = [
      [body, ''],
      [body, 't=1'],
      [body, `${time},v1=${'0'.repeat(64)}`],
      [body, `${time},v0=${signature.split('=').at(-1)}`],
      [`${body} `, signature],
      [body.replace('evt_', 'evt_0'), signature],
      ['', signature],
    ] as const
    for (const [text, header] of forged)
      await expect(world.provider.verify(text, header)).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await world.provider.verify(body, signature)).toMatchObject({ id: expect.stringMatching(/^evt_/) })
  })

  test('a message that is older than five minutes may be a repetition by somebody else', async () => {
    const ref = await begin()
    await world.pay(ref, card('pays'))
    const [message] = await world.messages()
    const { body = '', signature = '' } = message ?? {}
    world.wait(300_000)
    expect(await world.provider.verify(body, signature)).toMatchObject({ id: expect.any(String) })
    world.wait(1000)
    await expect(world.provider.verify(body, signature)).rejects.toMatchObject({ code: 'unauthorized' })
  })
})

async function refsOf(world: PaymentWorld): Promise<string[]> {
  const events = await Promise.all(
    (await world.messages()).map(({ body, signature }) => world.provider.verify(body, signature)),
  )
  return events.map(({ ref }) => ref ?? '')
}

/** Stripe sends more types than those that our endpoint is for. */
function isListed(type: string): boolean {
  return eventTypes.some((each) => each === type)
}
