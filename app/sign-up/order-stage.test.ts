import { expect, test } from 'vitest'
import type { Order } from '../../contracts/order.ts'
import { isMoving, stageOf } from './order-stage.ts'

const payment = (state: NonNullable<Order['payment']>['state']) => ({ state, url: null, failure: null })

test.each<[Partial<Order>, string, boolean]>([
  [{ payment: payment('open') }, 'unpaid', false],
  [{ payment: payment('created') }, 'unpaid', false],
  [{ payment: payment('failed') }, 'unpaid', false],
  [{ payment: payment('expired') }, 'unpaid', false],
  [{ payment: null }, 'unpaid', false],
  [{ payment: payment('pending') }, 'pending', true],
  [{ payment: payment('paid') }, 'giving', true],
  [{ state: 'paid' }, 'giving', true],
  [{ state: 'paid', waitsFor: 'address' }, 'address', true],
  [{ paysBy: 'transfer' }, 'transfer', false],
  [{ paysBy: 'invoice' }, 'giving', true],
  [{ paysBy: 'invoice', waitsFor: 'address' }, 'address', true],
  [{ state: 'fulfilled' }, 'done', false],
  [{ state: 'refunded' }, 'refunded', false],
  [{ state: 'cancelled' }, 'ended', false],
  [{ state: 'expired' }, 'ended', false],
])('%j is %s', (change, stage, moves) => {
  const order = { state: 'placed', paysBy: 'provider', payment: null, waitsFor: null, ...change } as Order
  expect([stageOf(order), isMoving(stageOf(order))]).toEqual([stage, moves])
})
