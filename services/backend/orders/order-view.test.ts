import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buysPack, openOrders } from '../../../tests/orders.fixture.ts'
import { orderOf } from './order-view.ts'

let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

test('who pays with another card right after a refused one sees that it is paid', async () => {
  const { number } = await world.place(buysPack('a'))
  await world.refreshAll()
  world.time.now = new Date(world.time.now.getTime() + 900)
  world.payments.become('paid')
  expect(await orderOf(world.parts, number)).toMatchObject({ state: 'fulfilled' })
})

test('who comes back from paying a moment after another look sees that it is paid', async () => {
  const { number } = await world.place(buysPack('a'))
  expect(await orderOf(world.parts, number)).toMatchObject({ payment: { state: 'open' } })
  world.payments.become('paid')
  expect(await orderOf(world.parts, number)).toMatchObject({ state: 'fulfilled' })
})

test('who comes back after the clock was set back waits no longer than others', async () => {
  const { number } = await world.place(buysPack('a'))
  expect(await orderOf(world.parts, number)).toMatchObject({ payment: { state: 'open' } })
  world.payments.become('paid')
  const began = performance.now()
  const clock = () => new Date(world.time.now.getTime() - 3_600_000)
  expect(await orderOf({ ...world.parts, clock }, number)).toMatchObject({ state: 'fulfilled' })
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('however many look at once, the provider is asked once in 300 ms', async () => {
  const { number } = await world.place(buysPack('a'))
  let asked = 0
  const { provider } = world.payments
  const observe: typeof provider.observe = (ref) => {
    asked++
    return provider.observe(ref)
  }
  const parts = { ...world.parts, provider: { ...provider, observe }, clock: () => new Date() }
  const began = Date.now()
  await Promise.all(Array.from({ length: 24 }, () => orderOf(parts, number)))
  expect(asked).toBeLessThanOrEqual(1 + (Date.now() - began) / 300)
})
