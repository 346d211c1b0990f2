import type { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { StoreError } from '../../clients/store-error.ts'
import { aMachine, aSpace } from '../booking/booking.fixture.ts'
import { servicesOf } from '../context.ts'
import { dataRequest } from '../routes/data/data.fixture.ts'
import { loadDesk } from './load-desk.server.ts'

const pages = [{ content: { resource: 1, title: 'Laser cutter' } }]

function load(machine: string, connector = {}) {
  const services = { content: { storiesOfType: async () => pages } }
  const { args } = dataRequest('/check-in/1', { connector, services })
  const { context } = args as { context: RouterContextProvider }
  return loadDesk(servicesOf(context), 'en', machine)
}

test('a machine by its name in the language of the page, and the time at the space', async () => {
  expect(await load('1')).toEqual({
    equipment: { id: 1, name: 'Laser cutter' },
    wallClock: '2026-11-21T11:00',
  })
})

test('the time is that of the space in which the machine stands', async () => {
  const spaces = async () => [aSpace(), aSpace({ id: 2, timezone: 'Europe/London' })]
  const equipmentItem = async () => aMachine({ space: 2 })
  expect(await load('1', { spaces, equipmentItem })).toMatchObject({ wallClock: '2026-11-21T10:00' })
})

test.each(['0', 'x', '1.5', '99', '2'])('%s is none that members know', async (machine) =>
  expect(await load(machine)).toBeNull(),
)

test('while the workshop system is away the page stands, nameless', async () => {
  const equipmentItem = () => Promise.reject(new StoreError(503, null))
  expect(await load('1', { equipmentItem })).toMatchObject({ equipment: { id: 1, name: '' } })
  await expect(load('1', { equipmentItem: () => Promise.reject(new Error('bug')) })).rejects.toThrow('bug')
})
