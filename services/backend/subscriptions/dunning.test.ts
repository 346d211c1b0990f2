import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bookTransfer } from '../invoices/correcting.ts'
import { invoicesOf } from '../invoices/invoices.store.ts'
import { keepEvent } from '../payments/events.store.ts'
import { cancelSubscription } from './cancelling.ts'
import { openSubscriptions } from './subscriptions.fixture.ts'

let world: Awaited<ReturnType<typeof openSubscriptions>>
let member = 0

beforeAll(async () => {
  world = await openSubscriptions()
})
afterAll(() => world.close())
beforeEach(async () => {
  member = await world.begin()
})

const paysItself = () => world.paysItself(member)
const cancels = () => cancelSubscription(world.parts, { member, isCancelled: true })
const reminders = () =>
  world.db
    .selectFrom('mail')
    .select('text')
    .where('kind', '=', 'subscription-reminder')
    .orderBy('id')
    .execute()

/** The bank takes the newest charge back. */
async function takesBack(): Promise<void> {
  const ref = world.payments.charges().at(-1)?.ref ?? ''
  world.payments.disputes.set(ref, 3900)
  await keepEvent(world.db, { id: `evt_${ref}`, type: 'charge.dispute.created', ref }, world.time.now)
}

test('money that a bank takes back after the contract has ended is reminded of, and the contract stays ended', async () => {
  await world.on('2026-12-23')
  await cancels()
  await world.on('2027-01-23')
  expect(await world.subscription()).toMatchObject({ state: 'ended' })
  await takesBack()
  for (const day of ['2027-01-24', '2027-01-27', '2027-01-31', '2027-02-07', '2027-02-20'])
    await world.on(day)
  expect(await reminders()).toHaveLength(3)
  expect(await world.subscription()).toMatchObject({ state: 'ended', suspendedOn: null })
  await paysItself()
  await world.jobs()
  expect(await world.subscription()).toMatchObject({ state: 'ended' })
})

test('money that a bank takes back while the package is suspended is reminded of; both are paid before it is back', async () => {
  await world.on('2026-12-23')
  world.charges('failed')
  for (const day of ['2027-01-23', '2027-01-26', '2027-01-30', '2027-02-06']) await world.on(day)
  expect(await world.subscription()).toMatchObject({ state: 'suspended' })
  const before = (await reminders()).length
  const charge = world.payments.charges()[0]
  world.payments.disputes.set(charge?.ref ?? '', 3900)
  await keepEvent(
    world.db,
    { id: 'evt_1', type: 'charge.dispute.created', ref: charge?.ref ?? '' },
    world.time.now,
  )
  await world.on('2027-02-07')
  expect(await reminders()).toHaveLength(before + 1)
  await paysItself()
  await world.jobs()
  expect(await world.subscription()).toMatchObject({ state: 'suspended' })
})

test('money of a second attempt that a bank takes back is asked for anew, up to the suspension', async () => {
  world.charges('failed')
  await world.on('2026-12-23')
  world.payments.refusals.clear()
  await world.on('2026-12-26')
  expect(await world.subscription()).toMatchObject({ state: 'active' })
  await takesBack()
  for (const day of ['2026-12-28', '2026-12-31', '2027-01-04', '2027-01-11']) await world.on(day)
  expect(await world.subscription()).toMatchObject({ state: 'suspended', suspendedOn: '2027-01-11' })
})

test('a reminder names the money that is open, also when the contract has another price since', async () => {
  world.charges('failed')
  await world.on('2026-12-23')
  await world.db.updateTable('subscription').set({ priceCents: 9900 }).execute()
  await world.on('2026-12-26')
  const mails = await reminders()
  expect(mails).toHaveLength(2)
  for (const { text } of mails) expect(text).toMatch(/39,00\s€/)
})

test('who has cancelled, and pays after the last day came in the suspension, has the days that were not used', async () => {
  world.charges('failed')
  for (const day of ['2026-12-23', '2026-12-26', '2026-12-30', '2027-01-06']) await world.on(day)
  await cancels()
  await world.on('2027-02-10')
  expect(await world.subscription()).toMatchObject({ state: 'ended' })
  await paysItself()
  await world.jobs()
  // 6 to 22 January: 17 days.
  expect(await world.subscription()).toMatchObject({ state: 'active', cancelOn: '2027-02-26' })
  expect((await world.left()).packages.map(({ untilDate }) => untilDate)).toEqual(['2027-02-26'])
  expect((await world.left()).mails).toContain('subscription-resumed')
  // The credits of the period go as long as the days.
  expect((await world.left()).credits.at(-1)).toMatchObject({ untilDate: '2027-02-26' })
  await world.on('2027-02-27')
  expect(await world.subscription()).toMatchObject({ state: 'ended' })
})

test('days that are appended to a period with credits bring the credits of these days, once', async () => {
  // On invoice the credits are there before the money.
  await world.db
    .updateTable('customerOrder')
    .set({ paysBy: 'invoice' })
    .where('kind', '=', 'membership')
    .execute()
  for (const day of ['2026-12-23', '2027-01-07', '2027-01-10', '2027-01-14', '2027-01-21'])
    await world.on(day)
  expect(await world.subscription()).toMatchObject({ state: 'suspended', suspendedOn: '2027-01-21' })
  const [newest] = await invoicesOf(world.db, member)
  world.time.now = new Date('2027-02-10T11:00:00Z')
  await bookTransfer(world.parts, newest?.number ?? '')
  await world.jobs()
  await world.jobs()
  // 21 and 22 January, of 31 days that 30 € of credits are for.
  expect((await world.left()).credits.slice(1)).toEqual([
    { memberId: member, amountCents: 3000, fromDate: '2026-12-23', untilDate: '2027-01-22' },
    { memberId: member, amountCents: 194, fromDate: '2027-02-10', untilDate: '2027-02-11' },
  ])
})

test('a reminder that is paid is closed once, and no later run looks at it again', async () => {
  world.charges('failed')
  await world.on('2026-12-23')
  await paysItself()
  await world.jobs()
  const closed = () => world.db.selectFrom('dunning').selectAll().executeTakeFirstOrThrow()
  const before = await closed()
  expect(before.closedAt).not.toBeNull()
  await world.on('2026-12-24')
  expect(await closed()).toEqual(before)
})
