import { describe, expect, test } from 'vitest'
import { aBooking, aMachine, aSpace, now } from './booking.fixture.ts'
import { weekView } from './week.server.ts'
import { isOwnTime } from './waitlist-slots.ts'

const member = 7

describe('whose booking is in the way', () => {
  const own = aBooking('2026-11-25T10:00', '2026-11-25T11:00')
  const others = { ...aBooking('2026-11-25T11:00', '2026-11-25T12:00'), id: 99, member: 8 }
  const elsewhere = { ...own, id: 98, resource: 2 }
  test.each([
    ['their own', [own], 1, '10:00', '11:00', true],
    ['their own, in part', [own, others], 1, '10:30', '12:00', true],
    ['that of others', [own, others], 1, '11:00', '12:00', false],
    ['nobody’s', [own, others], 1, '12:00', '13:00', false],
    ['their own at another machine', [elsewhere], 1, '10:00', '11:00', true],
    ['theirs at another machine and that of others here', [elsewhere, others], 1, '10:30', '11:30', false],
    ['not known of another machine', [own], 2, '10:00', '11:00', false],
  ])('%s', (_, bookings, equipmentId, from, until, isOwn) => {
    const space = aSpace()
    const equipment = aMachine({ exclusiveUsage: true })
    const week = weekView({ day: '2026-11-25', space, equipment, bookings, memberId: member, now })
    const wish = { equipmentId, fromDateTime: `2026-11-25T${from}`, untilDateTime: `2026-11-25T${until}` }
    expect(isOwnTime(week, wish)).toBe(isOwn)
  })
})
