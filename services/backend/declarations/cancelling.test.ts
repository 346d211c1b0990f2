import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buysPack, plus } from '../../../tests/orders.fixture.ts'
import { placeOrder } from '../orders/placing.ts'
import { cancelSubscription } from '../subscriptions/cancelling.ts'
import { placeChange } from '../subscriptions/changing.ts'
import { renewDue } from '../subscriptions/renewing.ts'
import { applyDeclarations } from './applying.ts'
import { openDeclarations } from './declarations.fixture.ts'
import { disown, disownable } from './disowning.ts'

let world: Awaited<ReturnType<typeof openDeclarations>>
let member = 0
beforeAll(async () => {
  world = await openDeclarations()
})
afterAll(() => world.close())
beforeEach(async () => {
  member = await world.begin()
  await world.db.deleteFrom('mail').execute()
})

const packageEnds = async () => (await world.left()).packages.map(({ untilDate }) => untilDate)
const first = '2026-12-22'
const second = '2027-01-22'

test('a cancellation ends the contract with the period in which it was received, and tells its owner', async () => {
  const id = await world.cancels()
  await world.declarationJobs()
  await world.declarationJobs()
  expect(await world.declared(id)).toMatchObject({
    state: 'applied',
    isOpen: false,
    endsOn: first,
    wasOn: null,
  })
  expect(await world.subscription()).toMatchObject({ cancelOn: first, endsOn: first, isTold: true })
  expect(await packageEnds()).toEqual([first])
  const mails = await world.mailsOf('contract-cancelled')
  expect(mails).toMatchObject([{ toAddress: 'nele@example.org' }])
  expect(mails[0]?.text).toContain('22. Dezember 2026')
  await world.on('2026-12-23')
  expect(await world.subscription()).toMatchObject({ state: 'ended' })
  expect(world.payments.charges()).toEqual([])
})

test.each(['Plus', ' pLUS '])('the package named %j and the address of its order fit', async (contract) => {
  const id = await world.cancels({ contract, email: 'NELE@example.org' })
  await world.declarationJobs()
  expect(await world.declared(id)).toMatchObject({ state: 'applied', endsOn: first })
})

describe('after a change of package', () => {
  const big = 81
  const changes = (asked: { package: number; fromDate: string; shownCents: number }) =>
    placeChange(world.parts, {
      ...asked,
      member,
      consents: ['terms', 'withdrawal'],
      locale: 'de',
      requestKey: `to-${asked.package}`,
    })

  beforeEach(async () => {
    await world.db
      .insertInto('package')
      .values({
        id: big,
        name: 'Big',
        allowsBooking: true,
        recurringFeePeriod: 'month',
        recurringFeeCents: 6900,
      })
      .onConflict((known) => known.column('id').doNothing())
      .execute()
    await changes({ package: big, fromDate: '2026-12-23', shownCents: 6900 })
    await world.on('2026-12-23')
    expect(await world.subscription()).toMatchObject({ packageId: big })
  })

  test.each(['big', 'Plus'])('the name %j fits, and the mail names the package of now', async (contract) => {
    const id = await world.cancels({ contract })
    await world.declarationJobs()
    expect(await world.declared(id)).toMatchObject({ state: 'applied', endsOn: second })
    expect((await world.mailsOf('contract-cancelled'))[0]?.text).toContain('Big')
  })

  test('a repeated renewal, and the way back to the first package, are still one contract', async () => {
    await changes({ package: plus, fromDate: '2027-01-23', shownCents: 3900 })
    for (const day of ['2027-01-23', '2027-02-23']) await world.on(day)
    const byName = await world.cancels({ contract: 'Big' })
    await world.declarationJobs()
    expect(await world.declared(byName)).toMatchObject({ state: 'applied', endsOn: '2027-03-22' })
  })
})

test('the name of a package fits no other address, and no withdrawal', async () => {
  const others = await world.cancels({ contract: 'Plus', email: 'eve@example.org' })
  const withdrawal = await world.withdraws({ contract: 'Plus' })
  await world.declarationJobs()
  expect(await world.declared(others)).toMatchObject({ state: 'unmatched', isOpen: true })
  expect(await world.declared(withdrawal)).toMatchObject({ state: 'unmatched', isOpen: true })
  expect(await world.subscription()).toMatchObject({ state: 'active', cancelOn: null })
})

test.each([
  ['a day that has passed', '2020-01-01', first],
  ['a day of the running period', '2026-12-01', first],
  ['the first day of the next period', '2026-12-23', second],
  ['a day of the next period', '2027-01-10', second],
])('%s: it ends with the period of that day, or the earliest', async (_, endsOn, expected) => {
  const id = await world.cancels({ endsOn })
  await world.declarationJobs()
  expect(await world.declared(id)).toMatchObject({ endsOn: expected })
  await world.on('2026-12-23')
  expect(world.payments.charges()).toHaveLength(expected === second ? 1 : 0)
  await world.on('2027-01-23')
  expect(await world.subscription()).toMatchObject({ state: 'ended' })
})

test('a day in many years is a matter for people, and takes no time', async () => {
  const id = await world.cancels({ endsOn: '9999-12-31' })
  await world.declarationJobs()
  expect(await world.declared(id)).toMatchObject({ state: 'unmatched', isOpen: true })
  expect(await world.subscription()).toMatchObject({ cancelOn: null })
})

test('an important reason cancels to the end of the period, and somebody judges the rest', async () => {
  const id = await world.cancels({ manner: 'cause', reason: 'The hall is closed.' })
  await world.declarationJobs()
  expect(await world.declared(id)).toMatchObject({ state: 'applied', isOpen: true, endsOn: first })
  expect((await world.mailsOf('declaration-staff'))[0]?.text).toContain('The hall is closed.')
})

describe('which contract is meant', () => {
  const state = async (id: number) => {
    await world.declarationJobs()
    return (await world.declared(id)).state
  }

  test('its number in a sentence, in small letters', async () => {
    const number = await world.number()
    expect(await state(await world.cancels({ contract: `Paket Plus (Nr. ${number.toLowerCase()})` }))).toBe(
      'applied',
    )
  })

  test('the number of its first invoice, and of a renewal', async () => {
    await world.on('2026-12-23')
    const { invoices } = await world.left()
    expect(invoices).toHaveLength(2)
    for (const { number } of invoices)
      expect(await state(await world.cancels({ contract: number }))).toBe('applied')
  })

  test('the address of its member, in capital letters', async () => {
    await world.db
      .updateTable('member')
      .set({ emailAddress: 'nele.neu@example.org' })
      .where('id', '=', member)
      .execute()
    expect(await state(await world.cancels({ email: 'Nele.Neu@Example.org' }))).toBe('applied')
    expect(await world.mailsOf('contract-cancelled')).toMatchObject([{ toAddress: 'nele.neu@example.org' }])
  })

  test('none, when only the number or only the address fits, or nothing runs', async () => {
    expect(await state(await world.cancels({ email: 'eve@example.org' }))).toBe('unmatched')
    expect(await state(await world.cancels({ contract: 'B-2026-000000' }))).toBe('unmatched')
    expect(await state(await world.cancels({ contract: 'Pro' }))).toBe('unmatched')
    expect(await world.subscription()).toMatchObject({ cancelOn: null })
    expect(await world.mailsOf('contract-cancelled')).toEqual([])
    await placeOrder(world.parts, buysPack('pack'))
    expect(await state(await world.cancels({ email: 'tom@example.org' }))).toBe('unmatched')
  })
})

test('a second cancellation moves the end forward only', async () => {
  await world.cancels({ endsOn: '2027-01-10' })
  await world.declarationJobs()
  await world.cancels()
  await world.declarationJobs()
  expect(await world.subscription()).toMatchObject({ cancelOn: first })
  await world.cancels({ endsOn: '2027-01-10' })
  await world.declarationJobs()
  expect(await world.subscription()).toMatchObject({ cancelOn: first })
})

describe('this was not me', () => {
  test('the contract goes on, once, and somebody hears of it', async () => {
    const id = await world.cancels()
    await world.declarationJobs()
    const token = await world.disownToken()
    expect(await disownable(world.parts, token)).toMatchObject({ kind: 'cancel', state: 'open' })
    const answers = await Promise.all([1, 2, 3].map(() => disown(world.parts, token)))
    expect(answers.map((answer) => answer?.state)).toEqual(['done', 'done', 'done'])
    expect(await world.declared(id)).toMatchObject({ state: 'disowned', isOpen: true })
    expect(await world.subscription()).toMatchObject({ cancelOn: null, endsOn: null, isTold: true })
    expect(await packageEnds()).toEqual([null])
    expect(await world.mailsOf('subscription-kept')).toHaveLength(1)
    const [toStaff, ...more] = await world.mailsOf('declaration-staff')
    expect(JSON.stringify(toStaff)).toContain('nicht erklärt hat')
    expect(more).toEqual([])
    await world.on('2026-12-23')
    expect(world.payments.charges()).toHaveLength(1)
  })

  test('is over after 24 hours, and unknown for another link', async () => {
    await world.cancels()
    await world.declarationJobs()
    const token = await world.disownToken()
    world.time.now = new Date(world.time.now.getTime() + 24 * 60 * 60_000)
    expect(await disown(world.parts, token)).toMatchObject({ state: 'over' })
    expect(await world.subscription()).toMatchObject({ cancelOn: first })
    expect(await disown(world.parts, 'x'.repeat(43))).toBe(null)
  })

  test('keeps what the member has decided before and since', async () => {
    await cancelSubscription(world.parts, { member, isCancelled: true })
    await world.cancels()
    await world.declarationJobs()
    await disown(world.parts, await world.disownToken())
    expect(await world.subscription()).toMatchObject({ cancelOn: first })
  })
})

describe('a cancellation of the last day and the renewal of the next one', () => {
  /** Received before midnight, applied after it. */
  async function lastMinute(): Promise<number> {
    world.time.now = new Date('2026-12-22T22:59:00Z')
    const id = await world.cancels()
    world.time.now = new Date('2026-12-22T23:01:00Z')
    return id
  }
  const periods = () => world.db.selectFrom('subscriptionPeriod').selectAll().execute()

  test('nothing is renewed where it comes first', async () => {
    await lastMinute()
    await applyDeclarations(world.parts)
    await renewDue(world.parts)
    expect(await periods()).toHaveLength(1)
  })

  test('where it comes second, it ends all the same, and somebody takes the invoice back', async () => {
    const id = await lastMinute()
    await renewDue(world.parts)
    await applyDeclarations(world.parts)
    expect(await world.declared(id)).toMatchObject({ state: 'applied', endsOn: first, isOpen: true })
    expect(await world.subscription()).toMatchObject({ cancelOn: first, endsOn: first })
    expect((await world.mailsOf('declaration-staff'))[0]?.text).toContain('storniert dessen Rechnung')
  })

  test('at the same moment it is one of both', async () => {
    for (let round = 0; round < 10; round++) {
      await world.begin()
      const id = await lastMinute()
      await Promise.all([renewDue(world.parts), applyDeclarations(world.parts)])
      const { state, isOpen } = await world.declared(id)
      expect([state, (await world.subscription()).cancelOn]).toEqual(['applied', first])
      expect(isOpen).toBe((await periods()).length === 2)
    }
  })
})
