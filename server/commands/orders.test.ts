import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { placeOrder } from '../../services/backend/orders/placing.ts'
import { buysPack, openOrders } from '../../tests/orders.fixture.ts'
import { runOrders } from './orders.ts'

let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

test('a transfer is booked by its number, once, and paid back by hand', async () => {
  const parts = world.withoutProvider()
  const run = (...words: string[]) => runOrders(words, parts)
  expect(await run('list')).toBe('There are no orders.')
  const { number } = await placeOrder(parts, buysPack('a', { paysBy: 'transfer' }))
  expect(await run('list')).toContain(`${number}\tplaced\tcredits\t45.00\ttransfer`)

  expect(await run('paid', number, '2026-11-22')).toBe(`${number} is paid.`)
  expect(await run('paid', number)).toBe(`${number} was paid already.`)
  const left = await world.left()
  expect(left.orders).toMatchObject([{ state: 'fulfilled' }])
  expect(left.paid).toEqual([{ method: 'transfer', amountCents: 4500 }])

  expect(await run('refund', number)).toContain('Transfer 45.00 EUR back by hand')
  expect(await run('list')).toContain(`Then run: orders repaid ${number}`)
  expect(await run('repaid', number)).toBe(`45.00 EUR of ${number} went back by hand.`)
  expect(await run('list')).not.toContain('by hand')
})

test.each([
  ['an unknown number', ['paid', 'H9-NONE'], 'There is no order H9-NONE.'],
  ['a day that is none', ['paid', 'H9-NONE', '2026-13-40'], 'is no day like 2026-11-30.'],
  ['no number', ['paid'], 'Usage: orders list'],
  ['an unknown action', ['pay', 'H9-NONE'], 'Usage: orders list'],
])('%s is refused in words and changes nothing', async (_, words, said) => {
  const parts = world.withoutProvider()
  await placeOrder(parts, buysPack('a', { paysBy: 'transfer' }))
  await expect(runOrders(words, parts)).rejects.toThrow(said)
  expect((await world.left()).orders).toMatchObject([{ state: 'placed' }])
})
