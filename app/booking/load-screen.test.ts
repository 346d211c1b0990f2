import { expect, test } from 'vitest'
import { StoreError } from '../../clients/store-error.ts'
import { aMachine, aSpace, now } from './booking.fixture.ts'
import { loadScreen } from './load-screen.ts'

const failing = (failure: Error) => {
  const fail = () => Promise.reject(failure)
  const connectorWithAge = () => ({ spaces: fail, equipment: fail })
  const services = { connectorWithAge, content: {}, log: {}, now: () => now }
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
    asOf: null,
  })
})

test('another failure is a failure', async () => {
  await expect(failing(new StoreError(500, null))).rejects.toThrow('Fehler: 500')
  await expect(failing(new TypeError('bug'))).rejects.toThrow('bug')
})

test('what is not from now says from when it is', async () => {
  const connector = {
    spaces: async () => [aSpace()],
    equipment: async () => [aMachine()],
    equipmentItem: async () => aMachine(),
    space: async () => aSpace(),
    bookings: async () => [],
  }
  const screen = (ages: number[]) => {
    const connectorWithAge = (onKept: (age: number) => void) => ({
      ...connector,
      bookings: async () => {
        for (const age of ages) onKept(age)
        return []
      },
    })
    const content = { storiesOfType: async () => [] }
    const services = { connectorWithAge, content, log: {}, now: () => now }
    return loadScreen(services as unknown as Parameters<typeof loadScreen>[0], 'de', {})
  }
  expect(await screen([90, 30])).toMatchObject({ asOf: '2026-11-21T09:58:30.000Z', isAway: false })
  expect(await screen([])).toMatchObject({ asOf: null, machine: 1 })
})
