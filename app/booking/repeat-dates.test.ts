import { expect, test } from 'vitest'
import { StoreError } from '../../clients/store-error.ts'
import type { BookingQuote, QuotedBooking } from '../../contracts/booking.ts'
import { bookDates, judgeWeeks, weeksLater } from './repeat-dates.ts'

const wish = { equipmentId: 2, fromDateTime: '2026-12-24T20:00', untilDateTime: '2026-12-25T00:00' }
const possible: BookingQuote = { cost: null, refusals: [] }
const refused = (code: string): BookingQuote => ({ cost: null, refusals: [{ code, message: code }] as never })

test('a week later has the same wall-clock time, over the end of a year and a clock change', () => {
  expect(weeksLater(wish, 1)).toEqual({
    equipmentId: 2,
    fromDateTime: '2026-12-31T20:00',
    untilDateTime: '2027-01-01T00:00',
  })
  expect(weeksLater({ ...wish, fromDateTime: '2027-03-24T20:00' }, 1).fromDateTime).toBe('2027-03-31T20:00')
})

test('each week is judged on its own, up to the end of the booking window', async () => {
  const answers = [possible, refused('overlap'), possible, refused('windowMax'), possible]
  const asked: string[] = []
  const quoteBooking = async ({ fromDateTime, member, resource }: QuotedBooking) => {
    asked.push([fromDateTime, member, resource].join(' '))
    return answers[asked.length - 1] ?? possible
  }
  const dates = await judgeWeeks({ quoteBooking }, wish, 7, () => `key ${asked.length}`)
  expect(dates.map(({ fromDateTime, quote, key }) => [fromDateTime, quote.refusals.length, key])).toEqual([
    ['2026-12-31T20:00', 0, 'key 1'],
    ['2027-01-07T20:00', 1, 'key 2'],
    ['2027-01-14T20:00', 0, 'key 3'],
  ])
  expect(asked[0]).toBe('2026-12-31T20:00 7 2')
})

test('without a window it ends after twelve', async () => {
  const dates = await judgeWeeks({ quoteBooking: async () => possible }, wish, 7, () => 'key')
  expect(dates).toHaveLength(12)
})

const dates = [1, 2, 3].map((week) => ({ ...weeksLater(wish, week), quote: possible, key: `key ${week}` }))

test('a date that is refused meanwhile does not stop the others', async () => {
  const keys: string[] = []
  const createBooking = async (_body: unknown, _authorise: unknown, key: string) => {
    keys.push(key)
    if (key === 'key 2')
      throw new StoreError(422, { refusals: [{ code: 'overlap', message: 'Belegt.' }] } as never)
  }
  expect(await bookDates({ createBooking } as never, dates, 7)).toEqual([
    { fromDateTime: '2026-12-31T20:00', booked: true, message: '' },
    { fromDateTime: '2027-01-07T20:00', booked: false, message: 'Belegt.' },
    { fromDateTime: '2027-01-14T20:00', booked: true, message: '' },
  ])
  expect(keys).toEqual(['key 1', 'key 2', 'key 3'])
})

test('a lost answer stops it, so that the same call again books each date once', async () => {
  const createBooking = async (_body: unknown, _authorise: unknown, key: string) => {
    if (key === 'key 2') throw new StoreError(503, null)
  }
  await expect(bookDates({ createBooking } as never, dates, 7)).rejects.toThrow(StoreError)
})
