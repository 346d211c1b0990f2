import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { someone } from '../../../tests/buyer.fixture.ts'
import { buysPack, dayPass, joins } from '../../../tests/orders.fixture.ts'
import { fulfil } from '../orders/fulfilment.ts'
import { refundOrder } from '../orders/desk.ts'
import { placeOrder } from '../orders/placing.ts'
import { refreshPayment } from '../payments/settling.ts'
import { Problem } from '../../../contracts/problem.ts'
import { runDeclarations } from '../../../server/commands/declarations.ts'
import { cancelSubscription, subscriptionOf } from '../subscriptions/cancelling.ts'
import { applyDeclarations } from './applying.ts'
import { openDeclarations } from './declarations.fixture.ts'
import { disown } from './disowning.ts'
import { settleWithdrawals } from './settling.ts'

let world: Awaited<ReturnType<typeof openDeclarations>>
beforeAll(async () => {
  world = await openDeclarations()
})
afterAll(() => world.close())
beforeEach(() => world.beginAnew())

const state = async (id: number) => (await world.declared(id)).state
const orderState = async () =>
  (await world.db.selectFrom('customerOrder').select('state').where('kind', '<>', 'invoice').execute()).map(
    (order) => order.state,
  )

describe('a withdrawal from a membership', () => {
  test('ends contract and package at once; a day later the money for the unused days goes back to the payer', async () => {
    world.time.now = new Date('2026-12-02T11:00:00Z')
    const id = await world.withdraws()
    await world.allJobs()
    expect(await world.declared(id)).toMatchObject({ state: 'applied', endsOn: '2026-12-02' })
    expect((await world.left()).packages.map(({ untilDate }) => untilDate)).toEqual(['2026-12-02'])
    expect(await world.sums()).toEqual({ invoices: [3900], paid: [3900], refunds: [] })
    // The member area shows no contract any more, and nothing to take back there.
    const { memberId: member } = await world.subscription()
    expect(await subscriptionOf(world.parts, member)).toBe(null)
    await expect(cancelSubscription(world.parts, { member, isCancelled: false })).rejects.toThrow('notFound')
    const [mail] = await world.mailsOf('contract-withdrawn')
    expect(mail).toMatchObject({ toAddress: someone.email })
    // 10 of 30 days.
    for (const part of ['26,00', '13,00', '24 Stunden']) expect(mail?.text).toContain(part)
    world.hoursLater(23)
    await world.allJobs()
    expect((await world.sums()).refunds).toEqual([])
    world.hoursLater(1)
    await Promise.all([settleWithdrawals(world.parts), settleWithdrawals(world.parts)])
    await world.allJobs()
    expect(await state(id)).toBe('settled')
    expect((await world.mailsOf('order-refund'))[0]?.text).toContain(
      'Zur Website:\nhttps://werkbank.example\n',
    )
    expect(await orderState()).toEqual(['refunded'])
    expect(await world.subscription()).toMatchObject({ state: 'ended', isTold: true })
    const { invoices, paid, refunds } = await world.sums()
    expect(invoices.toSorted((one, other) => one - other)).toEqual([-3900, 1300, 3900])
    expect(paid.toSorted((one, other) => one - other)).toEqual([1300, 3900])
    expect(refunds).toEqual([2600])
    expect(await world.left()).toMatchObject({ refunds: [{ state: 'done' }] })
    const line = await world.db
      .selectFrom('invoiceLine')
      .select(['text', 'suppliedFrom', 'suppliedUntil'])
      .where('grossCents', '=', 1300)
      .executeTakeFirst()
    expect(line).toEqual({
      text: 'Plus: genutzt bis zum Widerruf',
      suppliedFrom: '2026-11-23',
      suppliedUntil: '2026-12-02',
    })
  })

  test('without the box for an early start gives everything back', async () => {
    await world.reset()
    const consents = [
      { kind: 'terms' as const, text: 'AGB' },
      { kind: 'withdrawal' as const, text: 'Widerruf' },
    ]
    await placeOrder(world.parts, joins('later', { startsEarly: false, consents }))
    world.payments.become('paid')
    await refreshPayment(world.parts, world.payments.pages()[0]?.asked.payment ?? 0)
    world.time.now = new Date('2026-12-07T11:00:00Z')
    await world.withdraws()
    await world.allJobs()
    // It would begin tomorrow, and is still there if somebody disowns the withdrawal.
    expect((await world.left()).packages).toMatchObject([{ fromDate: '2026-12-08', untilDate: null }])
    world.hoursLater(24)
    await world.allJobs()
    expect((await world.left()).packages).toEqual([])
    expect((await world.sums()).refunds).toEqual([3900])
  })

  test('that is sent twice gives money back once', async () => {
    const [one, other] = [await world.withdraws(), await world.withdraws()]
    await Promise.all([applyDeclarations(world.parts), applyDeclarations(world.parts)])
    await world.allJobs()
    expect([await state(one), await state(other)].toSorted()).toEqual(['applied', 'repeated'])
    expect(await world.mailsOf('contract-withdrawn')).toHaveLength(1)
    world.hoursLater(24)
    await Promise.all([settleWithdrawals(world.parts), settleWithdrawals(world.parts)])
    await world.allJobs()
    expect((await world.sums()).refunds).toEqual([3770])
  })

  test('that the owner disowns changes nothing, and moves no money', async () => {
    const id = await world.withdraws()
    await world.allJobs()
    const token = await world.disownToken()
    expect(await disown(world.parts, token)).toMatchObject({ state: 'done' })
    // Whoever reads it need not be signed in.
    const [kept] = await world.mailsOf('subscription-kept')
    expect(kept?.text).toContain(`/contract/disown/${token}`)
    world.hoursLater(25)
    await world.allJobs()
    expect(await state(id)).toBe('disowned')
    expect(await world.subscription()).toMatchObject({ state: 'active', cancelOn: null, endsOn: null })
    expect((await world.left()).packages.map(({ untilDate }) => untilDate)).toEqual([null])
    expect(await world.sums()).toEqual({ invoices: [3900], paid: [3900], refunds: [] })
    // The real owner may still withdraw.
    await world.withdraws()
    await world.allJobs()
    expect(await world.subscription()).toMatchObject({ endsOn: '2026-11-24' })
  })

  test('that is disowned in the moment in which its money is due moves money or goes on, never both', async () => {
    await world.withdraws()
    await world.allJobs()
    const token = await world.disownToken()
    world.hoursLater(24)
    const [answer] = await Promise.all([disown(world.parts, token), settleWithdrawals(world.parts)])
    expect(answer).toMatchObject({ state: 'over' })
    expect(await orderState()).toEqual(['refunded'])
  })

  test('that the desk has paid back meanwhile moves no more money', async () => {
    const id = await world.withdraws()
    await world.allJobs()
    await refundOrder(world.parts, await world.number())
    world.hoursLater(24)
    await world.allJobs()
    expect(await state(id)).toBe('settled')
    expect((await world.sums()).refunds).toEqual([3900])
  })

  test('a provider that is away gets the refund later', async () => {
    await world.withdraws()
    await world.allJobs()
    world.hoursLater(24)
    world.payments.faults.down = true
    await world.allJobs()
    expect(await world.left()).toMatchObject({ refunds: [{ amountCents: 3770, state: 'asked' }] })
    world.payments.faults.down = false
    await world.allJobs()
    expect(await world.left()).toMatchObject({ refunds: [{ amountCents: 3770, state: 'done' }] })
  })
})

describe('no right of withdrawal: received, and answered kindly', () => {
  test.each([
    ['after 14 days', 'late', /14 Tage[^]*\/contract\/cancel/, true],
    ['of a company', 'company', /Verbraucher[^]*\/contract\/cancel/, true],
    ['of a day pass', 'dayPass', /festen Tag[^]*\/widerruf/, false],
  ] as const)('%s', async (_, why, words, isOpen) => {
    if (why === 'late') world.time.now = new Date('2026-12-08T11:00:00Z')
    if (why === 'company') {
      const { buyer } = await world.db.selectFrom('customerOrder').select('buyer').executeTakeFirstOrThrow()
      await world.db
        .updateTable('customerOrder')
        .set({ buyer: Object.assign({}, buyer, { company: 'Neu GmbH' }) })
        .execute()
    }
    if (why === 'dayPass') {
      const item = { kind: 'dayPass' as const, package: dayPass, day: '2026-11-30' }
      const buyer = { ...someone, email: 'tag@example.org' }
      await placeOrder(world.parts, joins('day', { item, shownCents: 1500, buyer }))
    }
    const email = why === 'dayPass' ? 'tag@example.org' : someone.email
    const id = await world.withdraws({ email })
    await world.allJobs()
    expect(await world.declared(id)).toMatchObject({ state: 'refused', isOpen })
    expect((await world.mailsOf('contract-refused'))[0]?.text).toMatch(words)
    expect(await world.mailsOf('declaration-staff')).toHaveLength(isOpen ? 1 : 0)
    expect(await world.subscription()).toMatchObject({ state: 'active', cancelOn: null })
  })

  test('the last moment of the 14th day at the space is in time', async () => {
    world.time.now = new Date('2026-12-07T22:59:59Z')
    const id = await world.withdraws()
    world.hoursLater(1)
    await world.allJobs()
    expect(await state(id)).toBe('applied')
  })
})

describe('bought credits', () => {
  async function buys(): Promise<void> {
    await world.reset()
    await placeOrder(world.parts, buysPack('pack'))
    world.payments.become('paid')
    await refreshPayment(world.parts, world.payments.pages()[0]?.asked.payment ?? 0)
  }
  const entry = () =>
    world.db.selectFrom('credit').selectAll().where('id', '>', 1000).executeTakeFirstOrThrow()
  const use = async (amountCents: number) => {
    const { id: creditId, createdAt } = await entry()
    await world.db
      .insertInto('creditUse')
      .values({ creditId, amountCents, description: 'Laser', createdAt })
      .execute()
  }

  test('cannot be used any more, and what is unused goes back', async () => {
    await buys()
    await use(1000)
    world.time.now = new Date('2026-12-02T11:00:00Z')
    const id = await world.withdraws({ email: 'tom@example.org' })
    await world.allJobs()
    expect(await entry()).toMatchObject({ untilDate: '2026-12-02' })
    expect((await world.mailsOf('contract-withdrawn'))[0]?.text).toContain('36,00')
    world.hoursLater(24)
    await world.allJobs()
    expect(await state(id)).toBe('settled')
    const { invoices, refunds } = await world.sums()
    expect(invoices.toSorted((one, other) => one - other)).toEqual([-4500, 900, 4500])
    expect(refunds).toEqual([3600])
  })

  test('are there again when the owner disowns the withdrawal', async () => {
    await buys()
    const before = await entry()
    await world.withdraws({ email: 'tom@example.org' })
    await world.allJobs()
    expect(await disown(world.parts, await world.disownToken())).toMatchObject({ state: 'done' })
    expect(await entry()).toEqual(before)
    world.hoursLater(25)
    await world.allJobs()
    expect((await world.sums()).refunds).toEqual([])
  })

  test('are a matter for people where the workshop system cannot end them', async () => {
    await buys()
    const id = await world.withdraws({ email: 'tom@example.org' })
    const connector = {
      ...world.parts.connector,
      endCredit: () => Promise.reject(new Problem('notSupported')),
    }
    await applyDeclarations({ ...world.parts, connector })
    expect(await world.declared(id)).toMatchObject({ state: 'unmatched', isOpen: true })
  })
})

describe('a withdrawal while the order is on its way', () => {
  /** A new buyer whose payment is not there yet. */
  async function ordered(): Promise<number> {
    await world.reset()
    await placeOrder(world.parts, joins('way'))
    return world.payments.pages()[0]?.asked.payment ?? 0
  }

  test('before it is paid: nobody can pay any more', async () => {
    await ordered()
    const id = await world.withdraws()
    await world.allJobs()
    expect(await state(id)).toBe('settled')
    expect(await orderState()).toEqual(['cancelled'])
    expect(world.payments.pages()[0]?.state).toBe('expired')
    expect(await world.mailsOf('contract-nothing')).toHaveLength(1)
  })

  test('while a debit is under way it waits for the money, then it is paid back', async () => {
    const payment = await ordered()
    world.payments.become('pending')
    await refreshPayment(world.parts, payment)
    const id = await world.withdraws()
    await world.allJobs()
    expect(await state(id)).toBe('received')
    expect(await runDeclarations(['list'], world.parts)).toBe('No declaration is open.')
    world.hoursLater(2)
    expect(await runDeclarations(['list'], world.parts)).toContain('received')
    world.payments.become('paid')
    await refreshPayment(world.parts, payment)
    await world.allJobs()
    expect(await state(id)).toBe('applied')
    world.hoursLater(24)
    await world.allJobs()
    expect((await world.sums()).refunds).toEqual([3770])
  })

  test('while it is being given: whatever comes first, nothing stays and the money goes back once', async () => {
    for (let round = 0; round < 10; round++) {
      const payment = await ordered()
      world.payments.become('paid')
      const id = await world.withdraws()
      await Promise.all([
        refreshPayment(world.parts, payment),
        applyDeclarations(world.parts),
        applyDeclarations(world.parts),
      ])
      await fulfil(world.parts, 1)
      await world.allJobs()
      world.hoursLater(24)
      await world.allJobs()
      expect(await state(id)).toBe('settled')
      expect(await orderState()).toEqual(['refunded'])
      expect(await world.subscription()).toMatchObject({ state: 'ended', isTold: true })
      expect((await world.left()).packages.map(({ untilDate }) => untilDate)).toEqual(['2026-11-23'])
      expect((await world.sums()).refunds).toEqual([3770])
    }
  })
})
