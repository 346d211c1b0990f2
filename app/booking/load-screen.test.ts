import { expect, test } from 'vitest'
import { StoreError } from '../../clients/store-error.ts'
import { now } from './booking.fixture.ts'
import { loadScreen } from './load-screen.ts'

const failing = (failure: Error) => {
  const fail = () => Promise.reject(failure)
  const services = { connector: { spaces: fail, equipment: fail }, content: {}, log: {}, now: () => now }
  return loadScreen(services as unknown as Parameters<typeof loadScreen>[0], 'de', {})
}

test('a connector that does not answer leaves the page standing, and says so', async () => {
  expect(await failing(new StoreError(503, null))).toEqual({
    machines: [],
    week: null,
    day: '2026-11-21',
    machine: 0,
    wish: null,
    moves: null,
    isAway: true,
  })
})

test('another failure is a failure', async () => {
  await expect(failing(new StoreError(500, null))).rejects.toThrow('Fehler: 500')
  await expect(failing(new TypeError('bug'))).rejects.toThrow('bug')
})
