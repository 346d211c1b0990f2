import { expect, test } from 'vitest'
import type { WeekSlot } from '../../contracts/live.ts'
import { dayRows } from './day-rows.ts'

const slot = (from: string, until: string, change: Partial<WeekSlot> = {}): WeekSlot => ({
  from: `2026-11-25T${from}`,
  until: `2026-11-25T${until}`,
  state: 'free',
  codes: [],
  repeated: false,
  ...change,
})
const booked = (from: string, until: string): Partial<WeekSlot> => ({
  state: 'taken',
  codes: ['overlap'],
  span: { from: `2026-11-25T${from}`, until: `2026-11-25T${until}` },
})
const closed: Partial<WeekSlot> = { state: 'refused', codes: ['openingHours'] }

/** The rows as text: the time, and of each cell its state, rows and end. */
function drawn(columns: WeekSlot[][]) {
  return dayRows(columns).map(({ time, cells }) =>
    [
      time,
      ...cells.map(
        (cell) => cell && `${cell.slot?.state ?? 'none'} ${cell.rows} until ${cell.until.slice(11)}`,
      ),
    ].map((each) => each ?? '"'),
  )
}

test('each free slot is a cell; a booking is one, as is what has one reason', () => {
  const first = booked('09:00', '10:00')
  const second = booked('10:00', '10:30')
  expect(
    drawn([
      [
        slot('09:00', '09:30', first),
        slot('09:30', '10:00', first),
        slot('10:00', '10:30', second),
        slot('10:30', '11:00'),
      ],
      [
        slot('09:00', '09:30'),
        slot('09:30', '10:00'),
        slot('10:00', '10:30', closed),
        slot('10:30', '11:00', closed),
      ],
    ]),
  ).toEqual([
    ['09:00', 'taken 2 until 10:00', 'free 1 until 09:30'],
    ['09:30', '"', 'free 1 until 10:00'],
    ['10:00', 'taken 1 until 10:30', 'refused 2 until 11:00'],
    ['10:30', 'free 1 until 11:00', '"'],
  ])
})

test('times that are over for all are left out; a day that is over is whole', () => {
  const over = { ...closed, codes: ['windowMin'], over: true }
  const running = booked('09:00', '10:00')
  expect(
    drawn([
      [slot('09:00', '09:30', { ...running, over: true }), slot('09:30', '10:00', running)],
      [slot('09:00', '09:30', over), slot('09:30', '10:00')],
    ]),
  ).toEqual([['09:30', 'taken 1 until 10:00', 'free 1 until 10:00']])
  expect(drawn([[slot('09:00', '09:30', over), slot('09:30', '10:00', over)]])).toEqual([
    ['09:00', 'refused 2 until 10:00'],
    ['09:30', '"'],
  ])
})

test('machines with other hours have the rows of all', () => {
  expect(drawn([[slot('09:30', '10:00')], [slot('09:00', '09:30'), slot('09:30', '10:00')]])).toEqual([
    ['09:00', 'none 1 until ', 'free 1 until 09:30'],
    ['09:30', 'free 1 until 10:00', 'free 1 until 10:00'],
  ])
})

test('slots of other lengths fill the rows between their starts', () => {
  expect(
    drawn([
      [slot('09:00', '09:30'), slot('09:30', '10:00'), slot('10:00', '10:30', closed)],
      [slot('09:00', '10:00'), slot('10:00', '11:00', booked('10:00', '11:00'))],
      [
        slot('09:00', '09:20', booked('09:00', '09:40')),
        slot('09:20', '09:40', booked('09:00', '09:40')),
        slot('09:40', '10:00'),
      ],
    ]),
  ).toEqual([
    ['09:00', 'free 2 until 09:30', 'free 4 until 10:00', 'taken 3 until 09:40'],
    ['09:20', '"', '"', '"'],
    ['09:30', 'free 2 until 10:00', '"', '"'],
    ['09:40', '"', '"', 'free 1 until 10:00'],
    ['10:00', 'refused 1 until 10:30', 'taken 1 until 11:00', 'none 1 until '],
  ])
})

test('whole hours stand beside half hours where the clock is turned back', () => {
  const again = { ...closed, repeated: true }
  expect(
    drawn([
      [
        slot('02:00', '02:30'),
        slot('02:30', '02:00'),
        slot('02:00', '02:30', again),
        slot('02:30', '03:00', again),
        slot('03:00', '03:30'),
      ],
      [slot('02:00', '02:00'), slot('02:00', '03:00', again), slot('03:00', '04:00')],
    ]),
  ).toEqual([
    ['02:00', 'free 1 until 02:30', 'free 2 until 02:00'],
    ['02:30', 'free 1 until 02:00', '"'],
    ['02:00', 'refused 2 until 03:00', 'refused 2 until 03:00'],
    ['02:30', '"', '"'],
    ['03:00', 'free 1 until 03:30', 'free 1 until 04:00'],
  ])
})

test('a slot until midnight fills the rest of the day', () => {
  const last = { ...slot('23:00', '23:30'), until: '2026-11-26T00:00' }
  expect(drawn([[slot('23:00', '23:30'), slot('23:30', '23:45')], [last]]).map((row) => row[2])).toEqual([
    'free 2 until 00:00',
    '"',
  ])
})

test('the repeated hour of autumn comes after the first, before the next', () => {
  const again = { ...closed, repeated: true }
  const rows = dayRows([
    [
      slot('02:00', '02:30'),
      slot('02:30', '02:00'),
      slot('02:00', '02:30', again),
      slot('02:30', '03:00', again),
      slot('03:00', '03:30'),
    ],
  ])
  expect(rows.map(({ time }) => time)).toEqual(['02:00', '02:30', '02:00', '02:30', '03:00'])
  expect(new Set(rows.map(({ key }) => key)).size).toBe(5)
})
