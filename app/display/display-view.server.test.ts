import { describe, expect, test } from 'vitest'
import { aBooking, aMachine, aSpace, canary, now } from '../booking/booking.fixture.ts'
import type { Course } from '../../contracts/course.ts'
import { instantOf } from '../../rules/time.ts'
import { aCourse, aDate } from '../events/events.fixture.ts'
import '../i18n/message-files.server.ts'
import { displayView } from './display-view.server.ts'

const person = { id: 7, memberNumber: '7', firstName: 'Mia', lastName: 'Kern', state: 'active' }
const booked = (from: string, until: string, changes = {}) =>
  aBooking(`2026-11-${from}`, `2026-11-${until}`, { member: person, ...changes })

function shown({
  bookings = [] as ReturnType<typeof aBooking>[],
  machine = {},
  space = {},
  at = now,
  showsNames = true,
  courses = [] as Course[],
} = {}) {
  return displayView({
    space: aSpace({ bookingNamesPublic: false, ...space }),
    equipment: [aMachine(machine)],
    bookings,
    names: new Map(),
    courses,
    now: at,
    locale: 'de',
    showsNames,
  })
}

// It is 11:00 in Berlin.
describe('what a machine does, in words', () => {
  test.each([
    ['nothing today', {}, 'frei'],
    ['a later booking', { bookings: [booked('21T14:30', '21T16:00')] }, 'frei bis 14:30\u00a0Uhr'],
    ['a booking of tomorrow', { bookings: [booked('22T09:00', '22T10:00')] }, 'frei'],
    ['a running booking', { bookings: [booked('21T10:00', '21T12:30')] }, 'belegt bis 12:30\u00a0Uhr'],
    [
      'a running booking where names are public',
      { bookings: [booked('21T10:00', '21T12:30')], space: { bookingNamesPublic: true } },
      'bis 12:30\u00a0Uhr: Mia K.',
    ],
    [
      'the same without the secret link',
      {
        bookings: [booked('21T10:00', '21T12:30')],
        space: { bookingNamesPublic: true },
        showsNames: false,
      },
      'belegt bis 12:30\u00a0Uhr',
    ],
    ['a cancelled one', { bookings: [booked('21T10:00', '21T12:30', { state: 'cancelled' })] }, 'frei'],
    ['one of another machine', { bookings: [booked('21T10:00', '21T12:30', { resource: 2 })] }, 'frei'],
    ['in use without a booking', { machine: { inUse: true } }, 'in Benutzung'],
    ['out of order', { machine: { state: 'locked' } }, 'außer Betrieb'],
  ])('%s', (_, given, status) => expect(shown(given).equipment[0]?.status).toBe(status))
})

// It is open until 18:00 on that Saturday.
test.each([
  ['after hours', '2026-11-21T18:30', {}, 'geschlossen'],
  ['on a closed day', '2026-11-22T11:00', {}, 'geschlossen'],
  [
    'on a holiday',
    '2026-11-21T12:00',
    {
      space: {
        bookingOpeningHours: null,
        _embedded: {
          openingHours: [],
          holidays: [
            { title: 'Inventur', fromDateTime: '2026-11-21T00:00', untilDateTime: '2026-11-22T00:00' },
          ],
        },
      },
    },
    'geschlossen',
  ],
  ['until the last minute', '2026-11-21T17:59', {}, 'frei'],
  [
    'after hours, where it does not matter',
    '2026-11-21T18:30',
    { space: { bookingOpeningHours: null } },
    'frei',
  ],
  [
    'after hours, still booked',
    '2026-11-21T18:30',
    { bookings: [booked('21T17:00', '21T19:00')] },
    'belegt bis 19:00\u00a0Uhr',
  ],
  ['after hours, out of order', '2026-11-21T18:30', { machine: { state: 'locked' } }, 'außer Betrieb'],
])('%s', (_, local, given, status) => {
  const at = instantOf(local, 'Europe/Berlin')
  expect(shown({ ...given, at }).equipment[0]?.status).toBe(status)
})

test('contains no member when names are not public', () => {
  const bookings = [aBooking('2026-11-21T10:00', '2026-11-21T12:00')]
  expect(JSON.stringify(shown({ bookings }))).not.toContain(canary)
})

test('hidden equipment and that of other spaces is not shown', () => {
  expect(shown({ machine: { visibleForMembers: false } }).equipment).toEqual([])
  expect(shown({ machine: { space: 2 } }).equipment).toEqual([])
})

describe('the strip of the day', () => {
  test('is as long as the space is open, with now on it', () => {
    const view = shown()
    expect([view.length, view.now]).toEqual([540, 120])
    expect(view.hours.map(({ label }) => label).join(' ')).toBe('9 10 11 12 13 14 15 16 17 18')
  })

  test('is the whole day where the space is closed', () => {
    const view = shown({ at: new Date('2026-11-22T10:00:00Z') })
    expect([view.length, view.hours.at(0)?.label, view.hours.at(-1)?.label]).toEqual([1440, '0', '24'])
  })

  test.each([
    ['within', booked('21T10:00', '21T12:30'), [{ from: 60, until: 210 }]],
    ['from yesterday on', booked('20T20:00', '21T10:00'), [{ from: 0, until: 60 }]],
    ['until tomorrow', booked('21T17:00', '22T10:00'), [{ from: 480, until: 540 }]],
    ['before it', booked('21T07:00', '21T08:00'), []],
    ['after it', booked('21T19:00', '21T20:00'), []],
  ])('a booking %s', (_, booking, taken) => {
    expect(shown({ bookings: [booking] }).equipment[0]?.taken).toEqual(taken)
  })
})

describe('what comes next today', () => {
  const later = booked('21T14:30', '21T16:00')

  test.each([
    ['names are public and the link is secret', { bookingNamesPublic: true }, true, 'Mia K.'],
    ['names are not public', {}, true, ''],
    ['the link is not secret', { bookingNamesPublic: true }, false, ''],
  ])('is named where %s', (_, space, showsNames, who) => {
    const { next } = shown({ bookings: [later], space, showsNames })
    expect(next).toEqual([{ id: later.id, time: '14:30', name: 'Lasercutter', who }])
  })

  test.each([
    ['a running booking', booked('21T10:00', '21T12:30')],
    ['one of tomorrow', booked('22T09:00', '22T10:00')],
    ['a cancelled one', booked('21T14:30', '21T16:00', { state: 'cancelled' })],
    ['one of another machine', booked('21T14:30', '21T16:00', { resource: 2 })],
  ])('%s is not next', (_, booking) => expect(shown({ bookings: [booking] }).next).toEqual([]))

  test('is in order, and no more than fit', () => {
    const bookings = [15, 12, 16, 13, 14].map((hour) => booked(`21T${hour}:00`, `21T${hour}:30`))
    expect(shown({ bookings }).next.map(({ time }) => time)).toEqual(['12:00', '13:00', '14:00'])
  })
})

describe('courses of today', () => {
  const course = (...dates: [from: string, until: string][]) =>
    ({
      title: { de: 'Schweißen', en: 'Welding' },
      dates: dates.map(([from, until], id) => ({
        id,
        fromDateTime: `2026-11-${from}`,
        untilDateTime: `2026-11-${until}`,
      })),
    }) as Course

  test.each([
    ['later today', ['21T18:00', '21T20:00'], ['18:00 bis 20:00\u00a0Uhr']],
    ['running', ['21T10:00', '21T12:00'], ['10:00 bis 12:00\u00a0Uhr']],
    ['over', ['21T08:00', '21T11:00'], []],
    ['tomorrow', ['22T18:00', '22T20:00'], []],
    ['from yesterday until today', ['20T18:00', '21T20:00'], ['18:00 bis Sa\u00a021.11., 20:00\u00a0Uhr']],
  ] as const)('%s', (_, date, times) => {
    const courses = [course([...date])]
    expect(shown({ courses }).courses.map(({ time }) => time)).toEqual(times)
  })
})

describe('a closed space', () => {
  const closedAt = (local: string, given = {}) =>
    shown({ ...given, at: instantOf(local, 'Europe/Berlin') }).closed
  const title = { de: 'Löten', en: 'Soldering' }
  const monday = { day: 'Montag, 23.\u00a0November', time: '9:00\u00a0Uhr' }

  test('says when it opens again, and the courses of that day', () => {
    const courses = [aCourse(1, [aDate(1, '2026-11-23'), aDate(2, '2026-11-24')], { title })]
    expect(closedAt('2026-11-21T18:30', { courses })).toEqual({
      opens: monday,
      courses: [{ id: 1, time: '18:00 bis 20:00\u00a0Uhr', title: title.de }],
      running: [],
    })
    expect(closedAt('2026-11-23T05:00')?.opens).toEqual(monday)
  })

  test('opens after a holiday only, or says no day within the week', () => {
    const holiday = (until: string) => ({
      space: {
        _embedded: {
          openingHours: aSpace({})._embedded.openingHours,
          holidays: [{ title: 'Ferien', fromDateTime: '2026-11-21T00:00', untilDateTime: until }],
        },
      },
    })
    expect(closedAt('2026-11-21T12:00', holiday('2026-11-24T00:00'))?.opens?.day).toMatch(/^Dienstag/)
    expect(closedAt('2026-11-21T12:00', holiday('2026-12-24T00:00'))?.opens).toBeNull()
  })

  test('names a machine that runs over night', () => {
    const { name } = aMachine()
    expect(closedAt('2026-11-21T18:30', { machine: { inUse: true } })?.running).toEqual([name])
  })

  test('shows its machines while it is open or somebody is there', () => {
    expect(closedAt('2026-11-21T12:00')).toBeNull()
    expect(closedAt('2026-11-21T18:30', { bookings: [booked('21T17:00', '21T19:00')] })).toBeNull()
  })
})
