import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isProblem } from '../../../contracts/problem.ts'
import { accept } from './accepting.ts'
import { setSeats } from './desk.ts'
import { leave } from './leaving.ts'
import { asks, free, openPlaces, paid } from './places.fixture.ts'

/** Rounds of each race; nightly runs take more. */
const rounds = Number(process.env['PLACE_ROUNDS'] ?? 2)
/** Times as many people cancel, accept and come at once as in a short run; 12 makes about 200. */
const size = Number(process.env['PLACE_SIZE'] ?? 1)
/** Limits one race. 50 rounds of 200 people took 15 minutes on a busy machine. */
const longestMs = 3_600_000
let world: Awaited<ReturnType<typeof openPlaces>>

beforeAll(async () => {
  world = await openPlaces()
})
afterAll(() => world.close())

const some = (count: number) => Array.from({ length: count }, (_, index) => index)
const seated = new Set(['held', 'offered', 'booked', 'attended', 'missed'])

/** Everything that may be refused is refused in words; anything else is a bug. */
async function settle(work: Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(work))
    if (one.status === 'rejected' && !(isProblem(one.reason) && one.reason.status < 500)) throw one.reason
}

/** Reads a date and its places in one look. */
async function look(date: number) {
  const run = await world.run(date)
  const places = await world.db
    .selectFrom('coursePlace')
    .select(['id', 'state', 'party', 'queue', 'firstName', 'priceCents', 'refundCents', 'orderId'])
    .where('dateId', '=', date)
    .orderBy('id')
    .execute()
  const taken = places.filter(({ state }) => seated.has(state)).reduce((sum, { party }) => sum + party, 0)
  return { run, places, taken, waiting: places.filter(({ state }) => state === 'waiting') }
}

/** Seats are counted right, none twice, and none is free that somebody waits for. */
async function holds(date: number): Promise<Awaited<ReturnType<typeof look>>> {
  const seen = await look(date)
  expect(seen.taken).toBe(seen.run.taken)
  expect(seen.taken).toBeLessThanOrEqual(seen.run.seats - seen.run.reservedSeats)
  expect(seen.waiting.filter(({ party }) => party <= seen.run.freeSeats)).toEqual([])
  return seen
}

test(
  'of 200 who sign up at once for 8 seats nobody gets a seat that is not there',
  async () => {
    for (const round of some(rounds)) {
      await world.reset()
      const people = some(200)
      await settle(
        people.map((one) => world.signs(`p${one}`, { dateId: free.date, party: 1 + ((one + round) % 3) })),
      )
      const { places, taken } = await holds(free.date)
      expect(places).toHaveLength(200)
      expect(taken).toBeGreaterThanOrEqual(6)
    }
  },
  longestMs,
)

test(
  'whoever waits is not overtaken by somebody who comes in the moment in which a seat is freed',
  async () => {
    for (const _ of some(rounds * 5)) {
      await world.reset(2)
      const ada = await world.books('ada', { dateId: free.date })
      const ben = await world.books('ben', { dateId: free.date })
      await world.signs('cleo', { dateId: free.date })
      await world.signs('dora', { dateId: free.date })
      const newcomers = some(6).map((one) => () => world.signs(`n${one}`, { dateId: free.date }))
      const leaving = [ada, ben].map((place) => () => leave(world.parts, place, { shownCents: 0 }))
      await settle([...newcomers.slice(0, 3), ...leaving, ...newcomers.slice(3)].map((work) => work()))
      await holds(free.date)
      const [before, newcome] = Object.values(
        Object.groupBy(await world.states(free.date), (state) => (state.startsWith('n') ? 'new' : 'old')),
      )
      expect(before).toEqual(['ada cancelled', 'ben cancelled', 'cleo offered', 'dora offered'])
      expect(newcome?.filter((state) => !state.endsWith(' waiting'))).toEqual([])
    }
  },
  longestMs,
)

test('nobody waits for a seat that is freed in the moment in which they come', async () => {
  await world.reset(1)
  const ada = await world.books('ada', { dateId: free.date })
  let leaving: Promise<unknown> = Promise.resolve()
  // Ada gives up her place before the transaction that adds Ben commits.
  const also = async () => {
    leaving = leave(world.parts, ada, { shownCents: 0 })
    await sleep(300)
  }
  await world.signs('ben', { dateId: free.date, also })
  await leaving
  expect(await world.states(free.date)).toEqual(['ada cancelled', 'ben offered'])
})

test(
  'a place that is given up several times at once is cancelled once, and its seat is offered once',
  async () => {
    for (const _ of some(rounds * 5)) {
      await world.reset(1)
      const ada = await world.books('ada', { dateId: free.date })
      for (const one of ['ben', 'cleo']) await world.signs(one, { dateId: free.date })
      await settle(some(4).map(() => leave(world.parts, ada, { shownCents: 0 })))
      expect(await world.states(free.date)).toEqual(['ada cancelled', 'ben offered', 'cleo waiting'])
      const told = ['course-cancelled', 'course-offered']
      expect((await world.mails()).filter((kind) => told.includes(kind))).toEqual(told)
    }
  },
  longestMs,
)

test(
  'an offer that is accepted and declined at once ends as one of both',
  async () => {
    for (const _ of some(rounds * 5)) {
      await world.reset(1)
      const ada = await world.books('ada', { dateId: free.date })
      const { place } = await world.signs('ben', { dateId: free.date })
      await world.signs('cleo', { dateId: free.date })
      await leave(world.parts, ada, { shownCents: 0 })
      const offered = await world.known(place.id)
      await settle(
        some(2).flatMap(() => [
          accept(world.parts, offered, asks('ben', { party: 1 })),
          leave(world.parts, offered, { shownCents: 0 }),
        ]),
      )
      await holds(free.date)
      expect([
        ['ada cancelled', 'ben booked', 'cleo waiting'],
        ['ada cancelled', 'ben cancelled', 'cleo offered'],
      ]).toContainEqual(await world.states(free.date))
      const booked = (await world.mails()).filter((kind) => kind === 'course-booked')
      expect(booked.length).toBeLessThanOrEqual(2)
    }
  },
  longestMs,
)

test(
  'cancelling, accepting, expiring and raising the seats at once loses no seat and gives none twice',
  async () => {
    for (const round of some(rounds)) {
      await world.reset(6 * size)
      const booked = []
      for (const one of some(3 * size)) booked.push(await world.books(`b${one}`, { party: 1 + (one % 2) }))
      for (const one of some(2 * size)) await world.signs(`h${one}`)
      for (const one of some(8 * size)) await world.signs(`w${one}`, { party: 1 + ((one + round) % 2) })
      for (const place of booked.slice(0, size)) await leave(world.parts, place, { shownCents: 0 })
      // Holds and offers are over in this moment, and money comes all the same.
      world.minutesLater(round % 2 === 0 ? 16 : 24 * 60 + 1)
      world.payments.become('paid')
      const { places } = await look(paid.date)
      const byState = (state: string) => places.filter((place) => place.state === state)
      await settle([
        ...booked.slice(size).map((place) => leave(world.parts, place, { shownCents: 0 })),
        ...byState('offered').flatMap(({ id, firstName }) =>
          some(2).map(async () =>
            accept(world.parts, await world.known(id), asks(firstName ?? '', { party: 1 })),
          ),
        ),
        world.tend(),
        setSeats(world.parts, paid.date, 7 * size),
        world.refreshAll(),
        world.tend(),
        ...some(4 * size).map((one) => world.signs(`n${one}`)),
      ])
      await world.refreshAll()
      for (const _ of some(3)) await world.jobs()
      for (const _ of some(3)) await world.tend()
      await holds(paid.date)
      await moneyAddsUp()
    }
  },
  longestMs,
)

/** Of each order that was paid, either the place is booked, or what the rules say has gone back; never both. */
async function moneyAddsUp(): Promise<void> {
  const rows = await world.db
    .selectFrom('customerOrder')
    .innerJoin('payment', 'payment.orderId', 'customerOrder.id')
    .leftJoin('coursePlace', 'coursePlace.orderId', 'customerOrder.id')
    .select(['customerOrder.number', 'customerOrder.state', 'payment.amountCents', 'payment.refundCents'])
    .select(['coursePlace.state as placeState', 'coursePlace.refundCents as placeRefund'])
    .where('payment.state', '=', 'paid')
    .execute()
  for (const { state, amountCents, refundCents, placeState, placeRefund } of rows) {
    if (placeState === 'booked') expect([state, refundCents]).toEqual(['fulfilled', 0])
    else if (placeState === 'cancelled') expect(refundCents).toBe(placeRefund)
    else expect([state, refundCents]).toEqual(['refunded', amountCents])
  }
  const { rows: sums } = { rows: await world.left() }
  const invoiced = sums.invoices.reduce((sum, { grossCents }) => sum + grossCents, 0)
  const kept = rows.reduce((sum, { amountCents, refundCents }) => sum + amountCents - refundCents, 0)
  expect(invoiced).toBe(kept)
}

test(
  'late money in any order and repetition ends as one place or one refund',
  async () => {
    for (const _ of some(rounds)) {
      await world.reset(1)
      await world.signs('ada')
      world.minutesLater(16)
      await world.tend()
      await world.signs('ben')
      world.payments.become('paid', 'cs_1')
      world.payments.become('paid', 'cs_2')
      await settle(some(5).flatMap(() => [world.refreshAll(), world.tend(), world.jobs()]))
      await world.jobs()
      const { places } = await holds(paid.date)
      expect(places.filter(({ state }) => state === 'booked')).toHaveLength(1)
      const { refunds } = await world.left()
      expect(refunds).toEqual([{ amountCents: 2900, state: 'done' }])
      await moneyAddsUp()
    }
  },
  longestMs,
)
