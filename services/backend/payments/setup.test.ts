import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../../platform/database/database.ts'
import { account, card, forms, type PaymentWorld, setupOf } from './payments.fixture.ts'

let opened: OpenedDatabase
beforeAll(async () => {
  opened = await testDatabase()
})
afterAll(() => opened.close())

describe.each(forms)('%s, a method is left without a payment', (_, open) => {
  let world: PaymentWorld
  beforeEach(async () => {
    world = await open(opened.db)
  })
  afterEach(() => world.close())

  const leave = async (change: Parameters<typeof setupOf>[0] = {}, key = 'setup-3') =>
    (await world.provider.setup(setupOf(change), key)).ref

  test.each([
    ['card', card('pays'), '4242'],
    ['sepa_debit', account, '3000'],
  ] as const)('%s: kept at once, and charged later', async (kind, given, last4) => {
    const opened = await world.provider.setup(setupOf(), 'setup-3')
    expect(opened.url).toMatch(/^https?:\/\/\S+\/cs_test_\w+$/)
    expect(opened.expiresAt).toEqual(new Date('2026-12-02T10:00:00Z'))
    expect(await world.provider.observeSetup(opened.ref)).toEqual({ state: 'open', profile: null })
    await world.pay(opened.ref, given)
    const { state, profile } = await world.provider.observeSetup(opened.ref)
    expect({ state, profile }).toEqual({
      state: 'saved',
      profile: {
        customer: expect.stringMatching(/^cus_/),
        method: expect.stringMatching(/^pm_/),
        kind,
        last4,
      },
    })
    if (!profile) throw new Error('no profile')
    expect(
      await world.provider.charge({ payment: 8, cents: 3900, profile, text: 'Januar' }, 'charge-8'),
    ).toMatchObject({ state: kind === 'card' ? 'paid' : 'pending', cents: 3900 })
  })

  test('it belongs to the customer that the member is already', async () => {
    const first = await leave({}, 'first')
    await world.pay(first, card('pays'))
    const before = (await world.provider.observeSetup(first)).profile
    const customer = before?.customer ?? ''
    const ref = await leave({ buyer: { ...setupOf().buyer, customer } })
    await world.pay(ref, account)
    const { profile } = await world.provider.observeSetup(ref)
    expect(profile).toMatchObject({ customer, kind: 'sepa_debit' })
    expect(profile?.method).not.toBe(before?.method)
  })

  test.each([
    ['the bank refuses', card('declines')],
    ['the member does not confirm', card('authenticates')],
  ])('%s: the page stays open for another try', async (_name, given) => {
    const ref = await leave()
    await world.pay(ref, given)
    await world.confirm(ref, false)
    expect(await world.provider.observeSetup(ref)).toEqual({ state: 'open', profile: null })
    await world.pay(ref, card('authenticates'))
    expect(await world.provider.observeSetup(ref)).toEqual({ state: 'open', profile: null })
    await world.confirm(ref, true)
    expect(await world.provider.observeSetup(ref)).toMatchObject({ state: 'saved' })
  })

  test('its message names its page, and it is no payment of ours', async () => {
    const ref = await leave()
    await world.pay(ref, card('pays'))
    const refs: unknown[] = []
    for (const { body, signature } of await world.messages())
      refs.push((await world.provider.verify(body, signature)).ref)
    expect(refs).toContain(ref)
    expect(await world.provider.observe(ref)).toMatchObject({ payment: null, profile: null })
  })

  test('a key opens one page, and its time passes', async () => {
    const ref = await leave()
    expect(await leave()).toBe(ref)
    expect(await leave({ setup: 4 }, 'setup-4')).not.toBe(ref)
    await world.expire(ref)
    expect(await world.provider.observeSetup(ref)).toEqual({ state: 'expired', profile: null })
  })
})
