import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { expect, test } from 'vitest'
import { StoreError } from '../../clients/store-error.ts'
import { aBooking, aMachine, aSpace, canary } from '../booking/booking.fixture.ts'
import '../i18n/message-files.server.ts'
import { loader } from './calendar-feed.ts'
import { dataRequest } from './data/data.fixture.ts'

const secret = 'a'.repeat(32)
const bookings = [
  aBooking('2026-11-25T10:00', '2026-11-25T12:00', { lockVersion: 3 }),
  aBooking('2026-11-26T10:00', '2026-11-26T12:00', { id: 22, state: 'cancelled' }),
]

const sessions = [1, 2].map((id) => ({
  id,
  courseId: 5,
  title: { de: 'Löten', en: 'Soldering' },
  place: { de: 'Labor', en: 'Lab' },
  fromDateTime: `2026-12-0${id}T18:00`,
  untilDateTime: `2026-12-0${id}T20:00`,
  sequence: 4,
  updatedAt: '2026-11-20T09:00:00.000Z',
  isCancelled: id === 2,
}))

function ask(
  kind: string,
  id: string,
  file: string,
  connector: object = {},
  headers: object = {},
  own = [] as typeof sessions,
) {
  const asked: unknown[] = []
  const feed = async (...of: unknown[]) => {
    asked.push(of)
    if (of[2] !== secret) return null
    return { kind: of[0], name: 'Halle 9', timezone: 'Europe/Berlin', language: 'en', bookings }
  }
  const { args } = dataRequest(`/calendars/${kind}/${id}/${file}`, {
    connector: { calendarFeed: feed, ...connector } as never,
    services: {
      content: { storiesOfType: async () => [] },
      config: { publicUrl: 'https://halle9.example' },
      backend: {
        courseCalendar: async (of: unknown) => {
          asked.push(of)
          return own
        },
      },
    },
  })
  const given = args as { request: Request }
  return {
    asked,
    answer: loader({
      ...given,
      request: new Request(given.request, { headers: { ...headers } }),
      params: { kind, id, file },
    } as never),
  }
}

test.each([
  ['members', 'Lasercutter'],
  ['resources', 'Lasercutter: booked'],
  ['spaces', 'Lasercutter: booked'],
])(
  'the calendar of %s has confirmed and cancelled bookings with their place, and no names',
  async (kind, title) => {
    const { asked, answer: loading } = ask(kind, '3', `${secret}.ics`)
    const answer = await loading
    expect(asked).toEqual([[kind, 3, secret], ...(kind === 'members' ? [{ memberId: 3 }] : [])])
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const text = await answer.text()
    expect(text).not.toContain(canary)
    const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
    expect(
      events.map((event) => [
        event.getFirstPropertyValue('uid'),
        event.getFirstPropertyValue('sequence'),
        event.getFirstPropertyValue('status'),
        event.getFirstPropertyValue('summary'),
        event.getFirstPropertyValue('location'),
      ]),
    ).toEqual([
      ['booking-21@halle9.example', 3, 'CONFIRMED', title, 'Halle 9'],
      ['booking-22@halle9.example', 1, 'CANCELLED', title, 'Halle 9'],
    ])
  },
)

test('a member also gets the sessions of their courses, as two parsers read them; nobody asks for a wrong secret', async () => {
  const { answer } = ask('members', '3', `${secret}.ics`, {}, {}, sessions)
  const text = await (await answer).text()
  const component = new ICAL.Component(ICAL.parse(text))
  const read = component.getAllSubcomponents('vevent').map((event) => {
    const { uid, startDate, endDate, sequence, summary, location } = new ICAL.Event(event)
    return [
      uid,
      sequence,
      event.getFirstPropertyValue('status'),
      summary,
      location,
      startDate.toString(),
      endDate.toString(),
    ]
  })
  expect(read.slice(2)).toEqual(
    [
      ['course-session-1', 4, 'CONFIRMED', '2026-12-01'],
      ['course-session-2', 4, 'CANCELLED', '2026-12-02'],
    ].map(([uid, sequence, status, day]) => [
      `${uid}@halle9.example`,
      sequence,
      status,
      'Soldering',
      'Halle 9, Lab',
      `${day}T18:00:00`,
      `${day}T20:00:00`,
    ]),
  )
  const other = Object.values(nodeIcal.sync.parseICS(text)).flatMap((each) =>
    each?.type === 'VEVENT' && each.uid.startsWith('course-')
      ? [[each.uid, Number(each.sequence), each.status, each.start.toISOString()]]
      : [],
  )
  expect(other).toEqual([
    ['course-session-1@halle9.example', 4, 'CONFIRMED', '2026-12-01T17:00:00.000Z'],
    ['course-session-2@halle9.example', 4, 'CANCELLED', '2026-12-02T17:00:00.000Z'],
  ])
  const wrong = ask('members', '3', `${'b'.repeat(32)}.ics`, {}, {}, sessions)
  expect([(await wrong.answer).status, wrong.asked]).toEqual([404, [['members', 3, 'b'.repeat(32)]]])
})

test('the place is the space of the equipment, not the first one', async () => {
  const { answer } = ask('members', '3', `${secret}.ics`, {
    spaces: async () => [aSpace(), aSpace({ id: 2, name: 'Halle 10' })],
    equipment: async () => [aMachine({ space: 2 })],
  })
  expect((await (await answer).text()).match(/LOCATION:.*/g)).toEqual([
    'LOCATION:Halle 10',
    'LOCATION:Halle 10',
  ])
})

test('a program that has the feed gets 304 until it changes, and no shared cache may have it', async () => {
  const first = await ask('members', '3', `${secret}.ics`).answer
  expect(first.headers.get('cache-control')).toBe('private, max-age=300')
  const known = { 'if-none-match': first.headers.get('etag') ?? '' }
  const again = await ask('members', '3', `${secret}.ics`, {}, known).answer
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(again.headers.get('cache-control')).toBe('private, max-age=300')
  const renamed = { spaces: async () => [aSpace({ name: 'Halle 10' })] }
  expect((await ask('members', '3', `${secret}.ics`, renamed, known).answer).status).toBe(200)
  // The body decides, not the address: a wrong secret learns nothing.
  expect((await ask('members', '3', `${'b'.repeat(32)}.ics`, {}, known).answer).status).toBe(404)
})

test.each([
  ['members', '1', `${'b'.repeat(32)}.ics`],
  ['members', '1', secret],
  ['members', 'x', `${secret}.ics`],
  ['people', '1', `${secret}.ics`],
  ['members', '1', '../../etc/passwd.ics'],
])('/calendars/%s/%s/%s is 404', async (...parts) => {
  const { answer } = ask(...parts)
  expect((await answer).status).toBe(404)
})

test.each(['calendarFeed', 'equipment'])('without %s it answers 503 with Retry-After', async (call) => {
  const away = ask('members', '1', `${secret}.ics`, {
    [call]: () => Promise.reject(new StoreError(503, null)),
  })
  const answer = await away.answer
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
})
