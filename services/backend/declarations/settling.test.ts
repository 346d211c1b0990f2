import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ids } from '../../../tests/services.fixture.ts'
import { buysPack } from '../../../tests/orders.fixture.ts'
import { invoicesOf } from '../invoices/invoices.store.ts'
import { openDeclarations } from './declarations.fixture.ts'

let world: Awaited<ReturnType<typeof openDeclarations>>
beforeAll(async () => {
  world = await openDeclarations()
})
afterAll(() => world.close())
beforeEach(() => world.beginAnew())

/** Lets the bank of the buyer hold so many cents of the first payment. */
async function decide(cents: number): Promise<void> {
  world.payments.disputes.set(world.payments.pages()[0]?.ref ?? '', cents)
  await world.refreshAll()
  await world.allJobs()
}
/** Lets somebody withdraw, and a day pass in which they could disown it. */
async function withdrawsAndWaits(change: Parameters<typeof world.withdraws>[0] = {}): Promise<void> {
  await world.withdraws(change)
  await world.allJobs()
  world.hoursLater(24)
  await world.allJobs()
}
const states = async (member: number) => (await invoicesOf(world.db, member)).map(({ state }) => state)

test('a payment that the bank took back before leaves the used days to be paid; a won dispute goes back as a whole', async () => {
  world.time.now = new Date('2026-12-02T11:00:00Z')
  await decide(3900)
  await withdrawsAndWaits()
  expect(await world.sums()).toEqual({ invoices: [3900, -3900, 1300], paid: [3900, -3900], refunds: [] })
  await world.db.deleteFrom('mail').execute()
  world.hoursLater(24 * 15)
  await world.allJobs()
  expect(await world.mailsOf('subscription-reminder')).toMatchObject([
    { text: expect.stringContaining('13,00') },
  ])
  await decide(0)
  expect(await world.sums()).toMatchObject({ paid: [3900, -3900], refunds: [3900] })
  expect(world.payments.refunds()).toMatchObject([{ cents: 3900 }])
})

test('a payment that the bank takes back afterwards leaves the used days to be paid, and reminds of them', async () => {
  const { memberId: member } = await world.subscription()
  world.time.now = new Date('2026-12-02T11:00:00Z')
  await withdrawsAndWaits()
  expect(await states(member)).toEqual(['paid', 'settled', 'cancelled'])
  await decide(3900)
  expect(await states(member)).toEqual(['open', 'settled', 'cancelled'])
  const reminders = await world.mailsOf('subscription-reminder')
  expect(reminders.map(({ text }) => text)).toEqual([expect.stringMatching(/13,00[^]*zurückgeholt/)])
  // The next ones follow without another charge of the method that the bank protects.
  for (const days of [3, 4, 7]) {
    world.hoursLater(24 * days)
    await world.allJobs()
  }
  expect(await world.mailsOf('subscription-reminder')).toHaveLength(3)
  expect(world.payments.charges()).toEqual([])
  expect((await world.subscription()).state).toBe('ended')
  await decide(0)
  expect(await states(member)).toEqual(['paid', 'settled', 'cancelled'])
  expect(await world.sums()).toMatchObject({ paid: [3900, 1300, -1300, 1300], refunds: [2600] })
  // The buyer pays while the bank has the money: what it gives back later goes back.
  await decide(3900)
  await world.paysItself(member)
  await decide(0)
  expect(await states(member)).toEqual(['paid', 'settled', 'cancelled'])
  expect(await world.sums()).toMatchObject({
    paid: [3900, 1300, -1300, 1300, -1300, 1300],
    refunds: [2600, 1300],
  })
})

test.each([
  [false, []],
  [true, ['cancellation', 'invoice']],
])(
  'of its invoices only the mails to an account (%s) lead to the member area',
  async (hasAccount, leading) => {
    const { memberId } = await world.subscription()
    if (hasAccount)
      await world.db
        .insertInto('accountLink')
        .values({ subject: 'auth0|nele', account: 1, memberId })
        .execute()
    await world.withdraws()
    await world.allJobs()
    await world.db.deleteFrom('mail').execute()
    world.hoursLater(24)
    await world.allJobs()
    const mails = [...(await world.mailsOf('cancellation')), ...(await world.mailsOf('invoice'))]
    expect(mails).toHaveLength(2)
    expect(mails.filter(({ text }) => text?.includes('/me/')).map(({ kind }) => kind)).toEqual(leading)
    expect(mails.filter(({ text }) => text?.includes('Mitgliederbereich'))).toHaveLength(hasAccount ? 1 : 0)
    await world.db.deleteFrom('accountLink').where('subject', '=', 'auth0|nele').execute()
  },
)

test('whoever has paid anew what the bank took back gets that back, but for the used days', async () => {
  const { memberId: member } = await world.subscription()
  await decide(3900)
  await world.paysItself(member)
  world.time.now = new Date('2026-12-02T11:00:00Z')
  await withdrawsAndWaits()
  expect(await states(member)).toEqual(['paid', 'settled', 'cancelled'])
  expect(await world.sums()).toMatchObject({ refunds: [2600] })
  await decide(0)
  expect(world.payments.refunds().map(({ cents }) => cents)).toEqual([2600, 3900])
})

test('a dispute that is won, and not booked yet when the withdrawal is settled, goes back as a whole', async () => {
  world.time.now = new Date('2026-12-02T11:00:00Z')
  await decide(3900)
  await world.withdraws()
  await world.allJobs()
  world.payments.disputes.set(world.payments.pages()[0]?.ref ?? '', 0)
  await world.refreshAll()
  world.hoursLater(24)
  await world.allJobs()
  expect(await world.sums()).toEqual({
    invoices: [3900, -3900, 1300],
    paid: [3900, -3900],
    refunds: [3900],
  })
})

test('what was used of a pack of credits is to be paid again when the bank takes back its payment', async () => {
  await world.reset()
  await world.place(buysPack('pack'))
  await world.pay()
  const { id: creditId, createdAt } = await world.db
    .selectFrom('credit')
    .selectAll()
    .where('id', '>', 1000)
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('creditUse')
    .values({ creditId, amountCents: 1000, description: 'Laser', createdAt })
    .execute()
  await withdrawsAndWaits({ email: 'tom@example.org' })
  await decide(4500)
  expect(await states(ids.tom)).toEqual(['open', 'settled', 'cancelled'])
  expect((await world.mailsOf('order-failed')).map(({ text }) => text)).toEqual([
    expect.stringContaining('9,00'),
  ])
  expect((await world.sums()).refunds).toEqual([3600])
})

test('a payment that was paid back as a whole asks for nothing when the bank takes it back, too', async () => {
  await world.reset()
  await world.place(buysPack('pack'))
  await world.pay()
  await withdrawsAndWaits({ email: 'tom@example.org' })
  await decide(4500)
  expect(await states(ids.tom)).toEqual(['settled', 'cancelled'])
  expect(await world.mailsOf('order-failed')).toEqual([])
})
