import { expect, test } from 'vitest'
import { isMoving, standingOf } from './order-standing.ts'

const placed = { state: 'placed', paysBy: 'provider', payment: null, bank: null, waitsFor: null } as const
const payment = { url: null, failure: null }

test.each([
  [
    'by invoice is being worked on, also while the workshop system is down',
    { paysBy: 'invoice' },
    'working',
    true,
  ],
  ['whose payment is open', { payment: { ...payment, state: 'open' } }, 'open', true],
  ['whose debit is on its way', { payment: { ...payment, state: 'pending' } }, 'pending', false],
  ['whose payment was refused', { payment: { ...payment, state: 'failed' } }, 'failed', false],
  ['by transfer', { paysBy: 'transfer', bank: { holder: 'x', iban: 'y', bic: null } }, 'transfer', false],
  ['that is paid', { state: 'paid' }, 'paid', true],
  ['that waits for the owner of its address', { state: 'paid', waitsFor: 'address' }, 'waits', false],
  ['that is given', { state: 'fulfilled' }, 'done', false],
  ['that is cancelled', { state: 'cancelled' }, 'cancelled', false],
] as const)('an order %s', (_, change, standing, moves) => {
  const order = { ...placed, ...change }
  expect([standingOf(order), isMoving(order)]).toEqual([standing, moves])
})
