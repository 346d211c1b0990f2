import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelSubscription } from './cancelling.ts'
import { renewDue } from './renewing.ts'
import { openSubscriptions } from './subscriptions.fixture.ts'

const rounds = 4
const [first, second] = ['2026-12-22', '2027-01-22']

let world: Awaited<ReturnType<typeof openSubscriptions>>

beforeAll(async () => {
  world = await openSubscriptions()
})
afterAll(() => world.close())

/** A contract whose next period begins at midnight, and the parts of a process in which it is after midnight already. */
async function lastMinute() {
  const member = await world.begin()
  world.time.now = new Date('2026-12-22T22:59:30Z')
  return { member, after: { ...world.parts, clock: () => new Date('2026-12-22T23:00:30Z') } }
}

const periods = () =>
  world.db.selectFrom('subscriptionPeriod').select('untilDate').orderBy('fromDate').execute()

/** The contract goes to the last day that was invoiced, and no further. */
async function expectOneOutcome(): Promise<void> {
  const until = (await periods()).map(({ untilDate }) => untilDate)
  const { cancelOn } = await world.subscription()
  expect([[first], [first, second]]).toContainEqual(until)
  expect(cancelOn).toBe(until.at(-1))
  await world.on('2026-12-23')
  await world.on('2027-01-23')
  expect((await periods()).map(({ untilDate }) => untilDate)).toEqual(until)
  expect(await world.subscription()).toMatchObject({ state: 'ended', isTold: true })
  const { packages, invoices, paid, mails } = await world.left()
  expect(packages).toMatchObject([{ untilDate: cancelOn }])
  expect([invoices.length, paid.length, world.payments.charges().length]).toEqual([
    until.length,
    until.length,
    until.length - 1,
  ])
  expect(mails.filter((kind) => kind === 'subscription-cancelled')).toHaveLength(1)
}

test('a cancellation and the renewal of the same minute are one after the other', async () => {
  for (let round = 0; round < rounds; round++) {
    const { member, after } = await lastMinute()
    const cancel = () => cancelSubscription(world.parts, { member, isCancelled: true })
    const renew = () => renewDue(after)
    await Promise.all(round % 2 === 0 ? [cancel(), renew()] : [renew(), cancel()])
    await expectOneOutcome()
  }
}, 120_000)

test('two processes that run every job while a member cancels twice do each thing once', async () => {
  for (let round = 0; round < rounds; round++) {
    const { member } = await lastMinute()
    world.time.now = new Date('2026-12-22T23:00:30Z')
    const cancel = () => cancelSubscription(world.parts, { member, isCancelled: true })
    await Promise.all([world.jobs(), cancel(), world.jobs(), cancel()])
    // The period of that minute has begun, whoever was first.
    await world.jobs()
    expect((await world.subscription()).cancelOn).toBe(second)
    await expectOneOutcome()
  }
}, 120_000)
