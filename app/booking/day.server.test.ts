import { describe, expect, test } from 'vitest'
import type { Equipment } from '../../contracts/equipment.ts'
import type { Booking } from '../../contracts/booking.ts'
import { StoreError } from '../../clients/store-error.ts'
import '../i18n/message-files.server.ts'
import { aBooking, aMachine, aSpace, now } from './booking.fixture.ts'
import { loadDayScreen } from './day.server.ts'

/** The pages of machines: their kinds by the machine's id. */
const kindOf: Record<number, string> = { 1: 'laser', 2: 'print', 3: 'print', 9: 'laser' }
const labels = { 'machine-types': { laser: 'Laser', print: '3D-Druck' } }

function screenOf({
  query = {},
  ids = [1, 2, 3, 4],
  at = now,
  spaces = async () => [aSpace()],
  bookings = [aBooking('2026-11-23T10:00', '2026-11-23T11:00')],
}: {
  query?: Parameters<typeof loadDayScreen>[2]
  ids?: number[]
  at?: Date
  spaces?: () => Promise<unknown>
  bookings?: Booking[]
}) {
  const equipment: Equipment[] = ids.map((id) => aMachine({ id, name: `Nr. ${id}` }))
  let reads = 0
  const connectorWithAge = () => ({
    spaces,
    equipment: async () => equipment,
    equipmentItem: async (asked: number) => equipment.find(({ id }) => id === asked) ?? null,
    space: async () => aSpace(),
    trainingCourses: async () => [],
    bookings: async () => {
      reads += 1
      return bookings
    },
  })
  const stories = Object.entries(kindOf).map(([id, type]) => ({
    content: { resource: Number(id), title: `Nr. ${id}`, machine_type: type },
  }))
  const services = {
    connectorWithAge,
    config: { publicUrl: 'https://halle.example' },
    content: { storiesOfType: async () => stories },
    backend: { courses: async () => [], instructions: async () => [] },
    labels: async () => labels,
    log: { warn: () => {} },
    now: () => at,
  }
  const screen = loadDayScreen(services as unknown as Parameters<typeof loadDayScreen>[0], 'de', query)
  return screen.then((shown) => ({ ...shown, reads }))
}

const shownIds = ({ equipment }: Awaited<ReturnType<typeof screenOf>>) => equipment.map(({ id }) => id)

test('shows the kind of the asked machine, the first kind without one', async () => {
  const first = await screenOf({})
  expect(first.kinds).toEqual([
    { name: 'Laser', part: null, ids: [1] },
    { name: '3D-Druck', part: null, ids: [2, 3] },
    { name: '', part: null, ids: [4] },
  ])
  expect(shownIds(first)).toEqual([1])
  const printers = await screenOf({ query: { machine: 3 } })
  expect([printers.kind?.name, shownIds(printers)]).toEqual(['3D-Druck', [2, 3]])
  expect(printers.equipment[0]).toEqual({
    id: 2,
    name: 'Nr. 2',
    drawing: null,
    price: expect.stringMatching(/^12,00\s€ je\sStunde$/),
    requiresTraining: true,
    training: { steps: [expect.objectContaining({ href: expect.any(String), label: expect.any(String) })] },
  })
  expect(printers.view?.columns.map(({ resource }) => resource)).toEqual([2, 3])
})

test('a kind that one table does not hold is several, so that no request reads more than six weeks', async () => {
  const many = [10, 11, 12, 13, 14, 15, 16, 17]
  const last = await screenOf({ ids: many, query: { machine: 16, day: '2026-11-25' } })
  expect(last.kinds).toEqual([
    { name: '', part: 1, ids: [10, 11, 12, 13, 14, 15] },
    { name: '', part: 2, ids: [16, 17] },
  ])
  expect([shownIds(last), last.reads]).toEqual([[16, 17], 2])
  expect((await screenOf({ ids: many, query: { day: '2026-11-25' } })).reads).toBe(6)
})

describe('favourites', () => {
  test('stand side by side in the order of the address', async () => {
    const chosen = await screenOf({ query: { machines: [3, 99, 1] } })
    expect([chosen.kind, shownIds(chosen)]).toEqual([null, [3, 1]])
  })
  test('that are all gone show the first kind', async () => {
    expect(shownIds(await screenOf({ query: { machines: [99] } }))).toEqual([1])
  })
})

describe('the day', () => {
  test.each([
    ['today while something is to come', '2026-11-21T10:00:00Z', undefined, '2026-11-21'],
    ['the next open day after closing', '2026-11-21T20:00:00Z', undefined, '2026-11-23'],
    ['the asked one, also a closed one', '2026-11-21T10:00:00Z', '2026-11-22', '2026-11-22'],
    ['today instead of one that is years away', '2026-11-21T10:00:00Z', '2199-01-01', '2026-11-21'],
  ])('%s', async (_, at, day, shown) => {
    const screen = await screenOf({ query: { day }, at: new Date(at) })
    expect(screen.view?.day).toBe(shown)
  })

  test('a day that is booked throughout is left out, unless all of them are', async () => {
    const booked = (on: number) => aBooking(`2026-11-${on}T09:00`, `2026-11-${on}T18:00`)
    const week = [21, 23, 24, 25, 26, 27]
    const first = await screenOf({ ids: [1], bookings: week.slice(0, 2).map(booked) })
    expect(first.view?.day).toBe('2026-11-24')
    const full = await screenOf({ ids: [1], bookings: week.map(booked) })
    expect(full.view?.day).toBe('2026-11-21')
  })
})

test('without equipment and without the workshop system it says so', async () => {
  expect(await screenOf({ ids: [] })).toMatchObject({ kinds: [], view: null, isAway: false })
  const away = () => Promise.reject(new StoreError(503, null))
  expect(await screenOf({ spaces: away })).toMatchObject({ kinds: [], view: null, isAway: true })
  const broken = () => Promise.reject(new TypeError('bug'))
  await expect(screenOf({ spaces: broken })).rejects.toThrow('bug')
})
