import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOrders } from '../../../tests/orders.fixture.ts'
import { applyEvents } from './applying.ts'
import { keepEvent, openEvents } from './events.store.ts'

let world: Awaited<ReturnType<typeof openOrders>>
beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())

test('messages that came in while nobody applied them are applied in one go', async () => {
  const { db, parts, time } = world
  for (let index = 0; index < 450; index++)
    await keepEvent(db, { id: `evt_${index}`, type: 'charge.refunded', ref: null }, time.now)
  await applyEvents(parts)
  expect(await openEvents(db, 450)).toEqual([])
})
