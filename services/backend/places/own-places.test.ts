import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { free, openPlaces, paid } from './places.fixture.ts'
import { placeHandlers } from './places.ts'
import * as store from './places.store.ts'

let world: Awaited<ReturnType<typeof openPlaces>>

beforeAll(async () => {
  world = await openPlaces()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

test('an account finds every place that its confirmed address took as a guest, whenever it looks', async () => {
  const gina = { subject: 'auth0|gina', email: 'GINA@example.org', emailVerified: true }
  const takes = async (link: string, dateId: number) => {
    const attendee = {
      subject: `guest|${link}`,
      email: 'gina@example.org',
      member: null,
      isGuest: true as const,
    }
    const { place } = await world.signs('gina', { attendee, dateId, requestKey: 'link' })
    return place.id
  }
  const ids = [await takes('a1', free.date), await takes('b2', paid.date)]
  expect(await store.ownPlaces(world.db, { ...gina, emailVerified: false }, null)).toEqual([])
  const found = async () => (await store.ownPlaces(world.db, gina, null)).map(({ id }) => id).toSorted()
  expect(await found()).toEqual(ids)
  await world.leaves(ids[0] ?? 0)
  expect(await found()).toEqual(ids)
  ids.push(await takes('c3', free.date))
  expect(await found()).toEqual(ids)
})

test('an offer that outlives its unpaid hold is accepted again, on a new page, and paid once', async () => {
  await world.reset(1)
  const ada = await world.books('ada')
  const { place: ben } = await world.signs('ben')
  await world.leaves(ada.id, 2900)
  const accepts = () => world.accepts('ben', ben.id)
  const [first, ...repeats] = [await accepts(), ...(await Promise.all([accepts(), accepts()]))]
  expect(repeats.map(({ payUrl }) => payUrl)).toEqual([first.payUrl, first.payUrl])
  world.minutesLater(16)
  await world.tend()
  expect(await world.states()).toEqual(['ada cancelled', 'ben offered'])
  const again = await Promise.all([accepts(), accepts()])
  const [url, other] = again.map(({ payUrl }) => payUrl)
  expect(again.map(({ place }) => place.state)).toEqual(['held', 'held'])
  expect(url).not.toBe(first.payUrl)
  expect(other).toBe(url)
  await world.pay()
  await world.jobs()
  expect(await world.states()).toEqual(['ada cancelled', 'ben booked'])
  const orders = await world.db.selectFrom('customerOrder').select('state').orderBy('id').execute()
  expect(orders.map(({ state }) => state)).toEqual(['refunded', 'expired', 'fulfilled'])
})

test('money for the first page of an offer that was accepted again goes back, and the second is paid', async () => {
  await world.reset(1)
  const ada = await world.books('ada')
  const { place: ben } = await world.signs('ben')
  await world.leaves(ada.id, 2900)
  await world.accepts('ben', ben.id)
  world.minutesLater(16)
  await world.tend()
  await world.accepts('ben', ben.id)
  world.payments.become('paid', 'cs_2')
  await world.refreshAll()
  await world.jobs()
  expect(await world.states()).toEqual(['ada cancelled', 'ben held'])
  world.payments.become('paid', 'cs_3')
  await world.refreshAll()
  await world.jobs()
  expect(await world.states()).toEqual(['ada cancelled', 'ben booked'])
  const { refunds } = await world.left()
  expect(refunds.map(({ amountCents, state }) => [amountCents, state])).toEqual([
    [2900, 'done'],
    [2900, 'done'],
  ])
})

test('a late cancelled place is paid back in full when another is booked, not when one is offered, held or declined', async () => {
  await world.reset(1)
  const ada = await world.books('ada')
  const { place: ben } = await world.signs('ben')
  world.time.now = new Date('2026-12-12T10:00:00Z')
  await world.leaves(ada.id)
  const refunds = async () => {
    await world.tend()
    return (await world.left()).refunds.map(({ amountCents }) => amountCents)
  }
  expect([await world.states(), await refunds()]).toEqual([['ada cancelled', 'ben offered'], []])
  await world.accepts('ben', ben.id)
  expect(await refunds()).toEqual([])
  world.minutesLater(16)
  expect([await refunds(), await world.states()]).toEqual([[], ['ada cancelled', 'ben offered']])
  await world.leaves(ben.id)
  expect([await refunds(), (await world.run()).freeSeats]).toEqual([[], 1])
  await world.signs('cleo')
  expect(await refunds()).toEqual([])
  await world.pay()
  expect(await refunds()).toEqual([2900])
})

test('another sign-up while a seat is being paid is refused, and the first one can still be paid', async () => {
  const first = await world.signs('ada')
  const second = world.signs('ada', { party: 2, requestKey: 'other-tab' })
  await expect(second).rejects.toMatchObject({ code: 'alreadySignedUp' })
  expect((await world.signs('ada', { requestKey: 'third-tab' })).payUrl).toBe(first.payUrl)
  await world.pay()
  expect(await world.states()).toEqual(['ada booked'])
})

test('what is left of dates that are over keeps nobody waiting', async () => {
  await world.reset(2)
  const ada = await world.books('ada')
  const dora = await world.books('dora')
  for (const who of ['ben', 'dora', 'cleo']) await world.signs(who, { dateId: free.date })
  const old = {
    fromDateTime: '2026-11-01T18:00',
    untilDateTime: '2026-11-01T20:00',
    updatedAt: world.time.now,
  }
  const dates = Array.from({ length: 50 }, (_, index) => index + 400)
  try {
    await world.db
      .insertInto('courseDate')
      .values(dates.map((id) => ({ id, courseId: paid.course, seats: 200, ...old })))
      .execute()
    await sql`insert into course_place (date_id, state, queue, created_at)
      select id, 'waiting', 1, now() from course_date where id between 400 and 449`.execute(world.db)
    await sql`insert into course_place (date_id, state, price_cents, order_id, cancelled_at, cancelled_by, created_at)
      select 400, 'cancelled', 2900, ${dora.orderId}, '2026-11-01', 'person', now() from generate_series(1, 200)`.execute(
      world.db,
    )
    world.time.now = new Date('2026-12-12T10:00:00Z')
    await world.leaves(ada.id)
    await world.books('ben')
    await world.db.updateTable('courseDate').set({ seats: 3 }).where('id', '=', free.date).execute()
    await world.tend()
    expect((await world.left()).refunds).toMatchObject([{ amountCents: 2900 }])
    expect(await world.states(free.date)).toEqual(['ben booked', 'dora booked', 'cleo offered'])
  } finally {
    await world.db.deleteFrom('coursePlace').where('dateId', 'in', dates).execute()
    await world.db.deleteFrom('courseDate').where('id', 'in', dates).execute()
  }
})

test('a date for which there is no more time to sign up has a quote only for those with a place', async () => {
  const callers = { memberOf: async () => null }
  const { placeQuote } = placeHandlers({ callers, ordering: world.parts, rateLimit: null } as never)
  const quote = (who: string) => {
    const person = { subject: `auth0|${who}`, email: `${who}@example.org`, emailVerified: true }
    return placeQuote({ person, query: { dateId: free.date } } as never)
  }
  await world.signs('ada', { dateId: free.date })
  await world.db
    .updateTable('courseDate')
    .set({ signUpUntil: '2026-12-12T12:00' })
    .where('id', '=', free.date)
    .execute()
  world.time.now = new Date('2026-12-12T10:59:00Z')
  expect(await quote('ben')).toMatchObject({ dateId: free.date, place: null })
  world.time.now = new Date('2026-12-12T11:00:00Z')
  expect(await quote('ben')).toBeNull()
  expect(await quote('ada')).toMatchObject({ place: { state: 'booked' } })
})
