import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { aBooking, canary } from '../../booking/booking.fixture.ts'
import '../../i18n/message-files.server.ts'
import { loader } from './data.ts'
import { dataRequest } from './data.fixture.ts'

const bookings = [
  aBooking('2026-11-25T10:00', '2026-11-25T12:00', { lockVersion: 4 }),
  aBooking('2026-11-26T10:00', '2026-11-26T12:00', { id: 22, state: 'cancelled' }),
]

function ask(file: string, caller: { memberId: number } | null) {
  const { args } = dataRequest(`/data/bookings/${file}?locale=en`, {
    bookings,
    caller,
    services: { content: { storiesOfType: async () => [] }, config: { publicUrl: 'https://halle9.example' } },
  })
  return loader({ ...(args as object), params: { file }, pattern: 'data/bookings/:file' } as never)
}

test('an own booking is a calendar file of the zone of the space', async () => {
  const answer = await ask('21.ics', { memberId: 7 })
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()))
  const event = new ICAL.Event(calendar.getAllSubcomponents('vevent')[0])
  expect([event.uid, event.sequence, event.summary]).toEqual(['booking-21@halle9.example', 4, 'Lasercutter'])
  expect(event.startDate.toString()).toBe('2026-11-25T10:00:00')
  expect(calendar.getFirstSubcomponent('vtimezone')?.getFirstPropertyValue('tzid')).toBe('Europe/Berlin')
})

test('a cancelled one says so', async () => {
  expect(await (await ask('22.ics', { memberId: 7 })).text()).toContain('STATUS:CANCELLED')
})

test.each([
  ['of somebody else', '21.ics', { memberId: 8 }, 404],
  ['of nobody', '99.ics', { memberId: 7 }, 404],
  ['without an id', 'x.ics', { memberId: 7 }, 404],
  ['without its ending', '21', { memberId: 7 }, 404],
  ['for a visitor', '21.ics', null, 401],
])('one %s is refused', async (_, file, caller, status) => {
  const answer = await ask(file, caller)
  expect(answer.status).toBe(status)
  expect(await answer.text()).not.toContain(canary)
})
