import { describe, expect, test } from 'vitest'
import type { Booking } from '../../contracts/booking.ts'
import type { WeekView } from '../../contracts/live.ts'
import { aBooking, aMachine, aSpace, canary, now } from './booking.fixture.ts'
import { loadWeek, weekRange, weekView } from './week.server.ts'

const input = { day: '2026-11-25', space: aSpace(), equipment: aMachine(), bookings: [], memberId: null, now }

/** State and codes of the slot that begins at a wall-clock time. */
function at(week: WeekView, from: string) {
  const slot = week.days.flatMap(({ slots }) => slots).find((each) => each.from === from && !each.repeated)
  return slot && [slot.state, ...slot.codes]
}

describe('the range for the connector', () => {
  test.each([
    ['2026-11-21', '2026-11-21', '2026-11-28'],
    ['2026-11-27', '2026-11-21', '2026-11-28'],
    ['2026-11-28', '2026-11-28', '2026-12-05'],
    ['2027-01-01', '2026-12-26', '2027-01-02'],
    ['2026-11-20', '2026-11-14', '2026-11-21'],
  ])('week of %s', (day, first, end) => {
    expect(weekRange(day, '2026-11-21')).toEqual({
      first,
      fromDateTime: `${first}T00:00`,
      untilDateTime: `${end}T00:00`,
    })
  })
})

test('seven days from today, from the earliest opening to the latest closing', () => {
  const week = weekView(input)
  expect(week.days.map(({ day }) => day.slice(8))).toEqual(['21', '22', '23', '24', '25', '26', '27'])
  expect(week.days[0]?.slots[0]?.from).toBe('2026-11-21T09:00')
  expect(week.days[6]?.slots.at(-1)?.until).toBe('2026-11-27T18:00')
  expect(week).toMatchObject({ resource: 1, zone: 'Europe/Berlin', slotMinutes: 30, today: '2026-11-21' })
  expect(week.last).toBe('2026-12-21')
})

describe('what a slot says', () => {
  const others = aBooking('2026-11-25T10:00', '2026-11-25T11:00')
  test.each<[string, Partial<typeof input>, string, string[]]>([
    ['open and free', {}, '2026-11-25T10:00', ['free']],
    ['a training is the machine’s to say', { memberId: 7 as never }, '2026-11-25T10:00', ['free']],
    ['booked by somebody', { bookings: [others] as never }, '2026-11-25T10:30', ['taken', 'overlap']],
    ['free before it', { bookings: [others] as never }, '2026-11-25T09:30', ['free']],
    ['free after it', { bookings: [others] as never }, '2026-11-25T11:00', ['free']],
    [
      'waiting for confirmation',
      { bookings: [{ ...others, state: 'pending' }] as never },
      '2026-11-25T10:00',
      ['taken', 'overlap'],
    ],
    [
      'cancelled by somebody',
      { bookings: [{ ...others, state: 'cancelled' }] as never },
      '2026-11-25T10:00',
      ['free'],
    ],
    [
      'booked by the member',
      { bookings: [others] as never, memberId: 7 as never },
      '2026-11-25T10:00',
      ['own', 'overlap'],
    ],
    [
      'the member is at another machine',
      {
        bookings: [{ ...others, resource: { id: 2, name: 'Säge', state: 'active' } }] as never,
        memberId: 7 as never,
      },
      '2026-11-25T10:00',
      ['refused', 'overlap'],
    ],
    ['closed', { day: '2026-11-29' }, '2026-11-29T10:00', ['refused', 'openingHours']],
    ['past', { day: '2026-11-21' }, '2026-11-21T10:30', ['refused', 'windowMin']],
    ['from now on', { day: '2026-11-21' }, '2026-11-21T11:00', ['free']],
    ['last day ahead', { day: '2026-12-21' }, '2026-12-21T10:00', ['free']],
    ['too far ahead', { day: '2026-12-22' }, '2026-12-22T10:00', ['refused', 'windowMax']],
    [
      'out of order',
      { equipment: aMachine({ state: 'locked' }) },
      '2026-11-25T10:00',
      ['refused', 'bookingState'],
    ],
  ])('%s', (_, changes, from, expected) => {
    expect(at(weekView({ ...input, ...changes }), from)).toEqual(expected)
  })
})

test('taken time says which booking takes it', () => {
  const bookings = [
    aBooking('2026-11-25T10:00', '2026-11-25T11:00'),
    aBooking('2026-11-25T11:00', '2026-11-25T11:30'),
  ]
  const slots = weekView({ ...input, bookings }).days.flatMap((day) => day.slots)
  expect(
    slots.flatMap(({ span }) => (span ? [`${span.from.slice(11)}–${span.until.slice(11)}`] : [])),
  ).toEqual(['10:00–11:00', '10:00–11:00', '11:00–11:30'])
})

describe('clock changes', () => {
  const theDay = (week: WeekView, of: string) => week.days.find(({ day }) => day === of)
  const always = aSpace({ bookingOpeningHours: null, bookingWindowMaxDays: null })

  test('spring: the missing hour has no slot', () => {
    const spring = theDay(weekView({ ...input, space: always, day: '2027-03-28' }), '2027-03-28')
    expect(spring?.slots).toHaveLength(46)
    expect(spring?.slots.some(({ from }) => from.endsWith('T02:00'))).toBe(false)
  })

  test('autumn: the repeated hour is shown, and nothing begins there', () => {
    const autumn = theDay(weekView({ ...input, space: always, day: '2027-10-31' }), '2027-10-31')
    expect(autumn?.slots).toHaveLength(50)
    expect(autumn?.slots.filter(({ repeated }) => repeated).map(({ from, state }) => [from, state])).toEqual([
      ['2027-10-31T02:00', 'refused'],
      ['2027-10-31T02:30', 'refused'],
    ])
  })
})

describe('weeks before and after', () => {
  test.each([
    ['2026-11-21', null, '2026-11-28'],
    ['2026-11-27', null, '2026-11-28'],
    ['2026-11-28', '2026-11-21', '2026-12-05'],
    ['2026-12-18', '2026-12-05', '2026-12-19'],
    ['2026-12-21', '2026-12-12', null],
  ])('%s', (day, previous, next) => {
    expect(weekView({ ...input, day })).toMatchObject({ previous, next })
  })

  test('without a limit there is always a next one', () => {
    const space = aSpace({ bookingWindowMaxDays: null })
    expect(weekView({ ...input, space, day: '2040-01-01' }).next).toBe('2040-01-07')
  })
})

test('contains nothing of other members, equipment or space but the name, where names are public (P9)', () => {
  const bookings = [aBooking('2026-11-25T10:00', '2026-11-25T11:00')]
  for (const memberId of [null, 8]) {
    const text = JSON.stringify(weekView({ ...input, bookings, memberId }))
    expect(memberId ? text.replaceAll(`"who":"${canary} C."`, '') : text).not.toContain(canary)
    expect(text).not.toContain('member')
  }
})

test('marks past slots, except the time of a running booking that moves', () => {
  const day = '2026-11-21'
  const running = aBooking('2026-11-21T10:00', '2026-11-21T12:00')
  const over = (week: WeekView) =>
    week.days
      .flatMap(({ slots }) => slots.filter((slot) => slot.over && slot.from > day))
      .map(({ from }) => from)
  expect(over(weekView({ ...input, day })).map((from) => from.slice(11))).toEqual([
    '09:00',
    '09:30',
    '10:00',
    '10:30',
  ])
  expect(over(weekView({ ...input, day, moved: running }))).toEqual(['2026-11-21T09:00', '2026-11-21T09:30'])
})

describe('names (P9)', () => {
  const member = { id: 8, memberNumber: '8', firstName: 'Mia', lastName: 'Kern', state: 'active' }
  const bookings = [aBooking('2026-11-25T10:00', '2026-11-25T11:00', { member })] as never

  test.each([
    ['a signed-in member where names are public', 7, true, 'Mia K.'],
    ['a signed-in member elsewhere', 7, false, undefined],
    ['a visitor', null, true, undefined],
    ['the member who booked', 8, true, undefined],
  ])('%s', (_, memberId, bookingNamesPublic, who) => {
    const space = aSpace({ bookingNamesPublic })
    const week = weekView({ ...input, bookings, memberId, space })
    const slots = week.days.flatMap((day) => day.slots)
    expect(slots.find(({ from }) => from === '2026-11-25T10:00')?.who).toBe(who)
    expect(slots.filter((slot) => slot.who)).toHaveLength(who ? 2 : 0)
  })
})

describe('a week is judged once per change', () => {
  /** A connector whose client gives the same objects until its answers change. */
  function looks() {
    const answers = {
      equipment: aMachine(),
      space: aSpace(),
      taken: [] as Booking[],
      own: [] as Booking[],
      now,
    }
    const connector = {
      equipmentItem: async () => answers.equipment,
      space: async () => answers.space,
      bookings: async () => answers.taken,
      bookingsOfMember: async () => answers.own,
    }
    const services = { connector, now: () => answers.now } as unknown as Parameters<typeof loadWeek>[0]
    const look = (memberId: number | null = null, day = '2026-11-25', moves?: number) =>
      loadWeek(services, { resource: 1, day, memberId, moves })
    return { answers, look }
  }

  test('the next look at any day of it gets the same object', async () => {
    const { look } = looks()
    const week = await look()
    expect(await look()).toBe(week)
    expect(await look(null, '2026-11-27')).toBe(week)
    expect((await look(null, '2026-12-02')).days[0]?.day).toBe('2026-11-28')
  })

  test('a booking, cancelled or new, shows at the next look', async () => {
    const { answers, look } = looks()
    const states = [at(await look(), '2026-11-25T10:00')]
    answers.taken = [aBooking('2026-11-25T10:00', '2026-11-25T11:00')]
    states.push(at(await look(), '2026-11-25T10:00'))
    answers.taken = []
    states.push(at(await look(), '2026-11-25T10:00'))
    expect(states).toEqual([['free'], ['taken', 'overlap'], ['free']])
  })

  test('changed equipment, space and own bookings count at the next look', async () => {
    const { answers, look } = looks()
    const seen = async () => at(await look(7), '2026-11-25T10:00')
    expect(await seen()).toEqual(['free'])
    answers.own = [
      aBooking('2026-11-25T10:00', '2026-11-25T11:00', {
        resource: { id: 2, name: 'Säge', state: 'active' },
      }),
    ]
    expect(await seen()).toEqual(['refused', 'overlap'])
    answers.own = []
    expect(await seen()).toEqual(['free'])
    answers.equipment = aMachine({ state: 'locked' })
    expect(await seen()).toEqual(['refused', 'bookingState'])
    answers.equipment = aMachine()
    expect(await seen()).toEqual(['free'])
    answers.space = aSpace({ bookingWindowMaxDays: 1 })
    expect(await seen()).toEqual(['refused', 'windowMax'])
  })

  test('time that passes counts, to the millisecond in which a slot begins and ends', async () => {
    const { answers, look } = looks()
    const seen = async (time: string) => {
      answers.now = new Date(`2026-11-25T${time}Z`)
      const slots = (await look()).days.flatMap((day) => day.slots)
      const slot = slots.find(({ from }) => from === '2026-11-25T10:00')
      return [slot?.state, slot?.over ?? false]
    }
    expect(await seen('08:59:59.999')).toEqual(['free', false])
    expect(await seen('09:00:00.000')).toEqual(['free', false])
    expect(await seen('09:00:00.001')).toEqual(['refused', false])
    expect(await seen('09:29:59.999')).toEqual(['refused', false])
    expect(await seen('09:30:00.000')).toEqual(['refused', true])
  })

  test('the week of a member, and of a booking that moves, is nobody else’s', async () => {
    const { answers, look } = looks()
    answers.taken = [aBooking('2026-11-25T10:00', '2026-11-25T11:00')]
    const seen = async (member: number | null, moves?: number) =>
      at(await look(member, '2026-11-25', moves), '2026-11-25T10:00')?.[0]
    for (const _ of [1, 2]) {
      expect(await seen(7)).toBe('own')
      expect(await seen(8)).toBe('taken')
      expect(await seen(null)).toBe('taken')
      expect(await seen(7, 21)).toBe('free')
      expect(await seen(8, 21)).toBe('taken')
    }
  })
})
