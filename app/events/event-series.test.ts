import { expect, test } from 'vitest'
import '../i18n/message-files.server.ts'
import { storyHtml } from '../delivery/story-html.ts'
import type { CourseDate } from '../../contracts/course.ts'
import { calledOff, comingEntries } from './event-filter.ts'
import { foldSeries } from './event-series.ts'
import { aCourse, aDate, eventsRequest } from './events.fixture.ts'
import { eventsPage } from './load-events.server.tsx'

const now = '2026-11-25T12:00'
const at = (from: string, until: string) => ({ fromDateTime: from, untilDateTime: until })
const off = { state: 'cancelled', freeSeats: 0 } as const

/** Folds the dates of one course; "next: others" of each series. */
function folded(dates: CourseDate[]): string[] {
  const course = aCourse(1, dates)
  const entriesOff = calledOff(course, now).map((date) => ({ course, date }))
  return foldSeries(comingEntries([course], now), entriesOff).map(({ date, series }) =>
    series ? `${date.id}: ${series.others.map(({ id }) => id).join(' ')}` : `${date.id}`,
  )
}

const thursdays = [aDate(1, '2026-12-03'), aDate(2, '2026-12-10'), aDate(3, '2026-12-17')]

test.each<[string, CourseDate[], string[]]>([
  ['three Thursdays', thursdays, ['1: 2 3']],
  ['two Thursdays', thursdays.slice(1), ['2', '3']],
  ['two that come and one that is over', [aDate(9, '2026-11-19'), ...thursdays.slice(1)], ['2', '3']],
  ['in any order', [...thursdays].toReversed(), ['1: 2 3']],
  [
    'over both changes of the clocks',
    ['2027-03-18', '2027-03-25', '2027-03-11', '2027-10-28', '2027-11-04', '2027-10-21', '2027-10-14'].map(
      (day, id) => aDate(id, day),
    ),
    ['2: 0 1', '6: 5 3', '4'],
  ],
  [
    'in the night of a change',
    ['2027-10-17', '2027-10-24', '2027-10-31'].map((day, id) =>
      aDate(id, day, at(`${day}T02:00`, `${day}T04:00`)),
    ),
    ['0: 1 2'],
  ],
  [
    'until after midnight',
    [
      aDate(1, '2026-12-03', at('2026-12-03T20:00', '2026-12-04T01:00')),
      aDate(2, '2026-12-10', at('2026-12-10T20:00', '2026-12-11T01:00')),
      aDate(3, '2026-12-17', at('2026-12-17T20:00', '2026-12-18T01:00')),
    ],
    ['1: 2 3'],
  ],
  [
    'over two months: each month has its own',
    [
      ...thursdays,
      ...['2026-12-31', '2027-01-07', '2027-01-14', '2027-01-21', '2027-02-04'].map((day, index) =>
        aDate(4 + index, day),
      ),
      aDate(9, '2026-12-24'),
    ],
    ['1: 2 3 9 4', '5: 6 7', '8'],
  ],
  ['a week without one', [...thursdays, aDate(5, '2026-12-31')], ['1', '2', '3', '5']],
  [
    'every other week',
    [aDate(1, '2026-12-03'), aDate(2, '2026-12-17'), aDate(3, '2026-12-31')],
    ['1', '2', '3'],
  ],
  [
    'twice a week',
    [...thursdays, aDate(4, '2026-12-08'), aDate(5, '2026-12-15'), aDate(6, '2026-12-22')],
    ['1: 2 3', '4: 5 6'],
  ],
  [
    'twice on one day',
    [
      ...thursdays,
      ...['2026-12-03', '2026-12-10', '2026-12-17'].map((day, index) =>
        aDate(4 + index, day, at(`${day}T20:30`, `${day}T22:00`)),
      ),
    ],
    ['1: 2 3', '4: 5 6'],
  ],
  [
    'another hour, language or place stays apart',
    [
      ...thursdays,
      aDate(4, '2026-12-24', at('2026-12-24T18:00', '2026-12-24T21:00')),
      aDate(5, '2026-12-31', { language: 'en' }),
      aDate(6, '2027-01-07', { place: { de: 'Halle', en: 'Hall' } }),
    ],
    ['1: 2 3', '4', '5', '6'],
  ],
  [
    'weekends stay apart',
    ['2026-12-05', '2026-12-12', '2026-12-19'].map((day, id) =>
      aDate(id, day, at(`${day}T09:00`, `${day.slice(0, 8)}${Number(day.slice(8)) + 1}T17:00`)),
    ),
    ['0', '1', '2'],
  ],
  [
    'called off in between is named and fills its week',
    [...thursdays, aDate(4, '2026-12-24', off), aDate(5, '2026-12-31')],
    ['1: 2 3 4 5'],
  ],
  [
    'called off first: the next one takes place',
    [...thursdays.slice(1), aDate(4, '2026-12-24'), aDate(1, '2026-12-03', off)],
    ['2: 1 3 4'],
  ],
  [
    'two of three were called off',
    [thursdays[0]!, aDate(2, '2026-12-10', off), aDate(3, '2026-12-17', off)],
    ['1'],
  ],
  ['called off elsewhere is no row', [...thursdays, aDate(4, '2026-12-08', off)], ['1: 2 3']],
  [
    'moved out of a series stays in it',
    [...thursdays, aDate(4, '2026-12-25', { movedFrom: '2026-12-24T18:00' }), aDate(5, '2026-12-31')],
    ['1: 2 3 4 5'],
  ],
  [
    'moved to be the next one',
    [aDate(4, '2026-12-02', { movedFrom: '2026-12-24T18:00' }), ...thursdays],
    ['4: 1 2 3'],
  ],
  [
    'moved out of its month',
    [...thursdays, aDate(4, '2027-01-01', { movedFrom: '2026-12-24T18:00' })],
    ['1: 2 3', '4'],
  ],
  [
    'moved and then called off',
    [...thursdays, aDate(4, '2026-12-25', { ...off, movedFrom: '2026-12-24T18:00' })],
    ['1: 2 3 4'],
  ],
  [
    'moved from another hour',
    [...thursdays, aDate(4, '2026-12-25', { movedFrom: '2026-12-24T10:00' })],
    ['1: 2 3', '4'],
  ],
  [
    'all were moved to another day',
    ['03', '10', '17'].map((day, id) =>
      aDate(id, `2026-12-${Number(day) + 1 < 10 ? `0${Number(day) + 1}` : Number(day) + 1}`, {
        movedFrom: `2026-12-${day}T18:00`,
      }),
    ),
    ['0: 1 2'],
  ],
])('%s', (_, dates, rows) => {
  expect(folded(dates)).toEqual(rows)
})

test('two courses at one time are two rows', () => {
  const courses = [aCourse(1, thursdays), aCourse(2, thursdays)]
  const rows = foldSeries(comingEntries(courses, now), [])
  expect(rows.map(({ course, series }) => [course.id, series?.others.length])).toEqual([
    [1, 2],
    [2, 2],
  ])
})

const changed = aCourse(1, [
  ...thursdays,
  aDate(4, '2026-12-24', off),
  aDate(5, '2026-12-30', {
    ...at('2026-12-30T19:00', '2026-12-30T21:00'),
    movedFrom: '2026-12-31T18:00',
    freeSeats: 0,
  }),
])

async function pageOf(path: string) {
  const asked = eventsRequest(path, [changed])
  await eventsPage(asked)
  return asked.context.get(storyHtml)?.replaceAll('<!-- -->', '') ?? ''
}

test.each([
  [
    '/events',
    '<time dateTime="2026-12-03T18:00"><b>Do\u00a003.12.</b> 18:00 bis\u00a020:00\u00a0Uhr',
    '<small>jeden Donnerstag</small>',
    '3 weitere Termine im Dezember · 1 verschoben · 1 abgesagt',
    '<a href="/events/1-einweisung-laser-groesse#d2">',
    'Do\u00a024.12.</time></s> abgesagt',
    'Mi\u00a030.12., 19:00 bis\u00a021:00\u00a0Uhr',
    'verschoben von Do\u00a031.12., 18:00\u00a0Uhr',
  ],
  [
    '/en/events',
    '<time dateTime="2026-12-03T18:00"><b>Thu\u00a03\u00a0Dec</b> 18:00 to\u00a020:00',
    '<small>every Thursday</small>',
    '3 more dates in December · 1 moved · 1 called off',
    '<a href="/en/events/1-laser-training#d2">',
    'Thu\u00a024\u00a0Dec</time></s> called off',
    'Wed\u00a030\u00a0Dec, 19:00 to\u00a021:00',
    'moved from Thu\u00a031\u00a0Dec, 18:00',
  ],
  // A filter acts first: of the full date nothing is left, nor of the one that was called off.
  ['/events?free=1', '<small>jeden Donnerstag</small>', '2 weitere Termine im Dezember <span', '3 Termine'],
])('%s shows a series as one row', async (path, ...texts) => {
  const html = await pageOf(path)
  for (const text of texts) expect(html).toContain(text)
  expect(html.match(/<th scope="row">/g)).toHaveLength(1)
})

test('in the month each date stays on its day', async () => {
  const html = await pageOf('/events?view=month&month=2026-12')
  expect(html.match(/<b>18:00<\/b>/g)).toHaveLength(3)
})
