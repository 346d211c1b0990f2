import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshPayment } from '../payments/settling.ts'
import { release } from './leaving.ts'
import { openPlaces } from './places.fixture.ts'
import { hereOf } from './seats.ts'
import { isWaitedFor } from '../../../tests/lock-waits.fixture.ts'

let world: Awaited<ReturnType<typeof openPlaces>>

beforeAll(async () => {
  world = await openPlaces()
})
afterAll(() => world.close())

// The other races cannot show this: without the lock of the order late money still ends as one place or one refund, because the
// transitions of the order, `payment_one_paid` and the seats of the date decide. The buyer who has paid would lose the seat.
test('a hold that ends in the moment in which its money is booked keeps the seat for whoever has paid', async () => {
  await world.reset(1)
  const { place } = await world.signs('ada')
  await world.signs('ben')
  world.payments.become('paid')
  const payment = world.payments.pages().at(-1)?.asked.payment ?? 0
  // Holds the booking of the money after it has the order, until the end of the hold has come.
  const { booking, ending } = await world.db.transaction().execute(async (tx) => {
    await sql`select from payment where id = ${payment} for update`.execute(tx)
    const booking = refreshPayment(world.parts, payment)
    expect(await isWaitedFor(world.db, 'from "payment"')).toBe(true)
    const here = await hereOf(world.parts)
    const ending = release(world.parts, place, here, { isForced: true }).then(
      ({ state }) => state,
      ({ code }: { code: string }) => code,
    )
    const waits = await Promise.race([
      ending.then(() => false),
      isWaitedFor(world.db, 'from "customer_order"'),
    ])
    expect(waits, 'the end of the hold waits for the order').toBe(true)
    return { booking, ending }
  })
  await booking
  expect(await ending).toBe('orderRunning')
  await world.jobs()
  expect(await world.states()).toEqual(['ada booked', 'ben waiting'])
  expect((await world.left()).refunds).toEqual([])
})
