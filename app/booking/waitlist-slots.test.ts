import { describe, expect, test } from 'vitest'
import { aBooking, aMachine, aSpace, now } from './booking.fixture.ts'
import { weekView } from './week.server.ts'
import type { OwnWaitlistEntry } from '../../contracts/live.ts'
import '../i18n/message-files.server.ts'
import { translate } from '../i18n/messages.ts'
import { ownBlockWords, slotWords } from './slot-words.ts'
import { isOwnTime, withWaitlist } from './waitlist-slots.ts'

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

describe('a time that is held for the member', () => {
  const held = aBooking('2026-11-25T10:00', '2026-11-25T11:00', { state: 'pending' })
  const booked = { ...aBooking('2026-11-25T12:00', '2026-11-25T13:00'), id: 22 }
  const input = { day: '2026-11-25', space: aSpace(), equipment: aMachine(), memberId: member, now }
  const week = weekView({ ...input, bookings: [held, booked] })
  const entry: OwnWaitlistEntry = {
    id: 1,
    resource: { id: 1, name: 'Lasercutter' },
    fromDateTime: '2026-11-25T10:00',
    untilDateTime: '2026-11-25T11:00',
    state: 'offered',
    booking: 21,
    offeredUntil: '2026-11-21T18:30',
  }
  const slotsWith = (entries: OwnWaitlistEntry[] | null | undefined) =>
    withWaitlist(week, { canWait: true, entries }).days.flatMap(({ slots }) => slots)
  const heldOf = (entries: OwnWaitlistEntry[] | null | undefined) =>
    slotsWith(entries)
      .filter(({ offeredUntil }) => offeredUntil)
      .map(({ from }) => from)

  test('is an offer, not a booking, and says until when', () => {
    expect(heldOf([entry])).toEqual(['2026-11-25T10:00', '2026-11-25T10:30'])
    const own = slotsWith([entry]).filter(({ state }) => state === 'own')
    const said = (locale: 'de' | 'en') =>
      own.map((slot) => {
        const t = (key: Parameters<typeof translate>[1], params?: object) =>
          translate(locale, key, params as never)
        return [slotWords(slot, false, t).state, ownBlockWords(slot, t)]
      })
    expect(said('de')).toEqual([
      ['für dich frei gehalten bis 18:30\u00a0Uhr', 'für dich bis 18:30'],
      ['für dich frei gehalten bis 18:30\u00a0Uhr', 'für dich bis 18:30'],
      ['deine Buchung', 'du'],
      ['deine Buchung', 'du'],
    ])
    expect(said('en')[0]).toEqual(['held for you until 18:30', 'yours until 18:30'])
  })

  test.each([
    ['of another machine', { resource: { id: 2, name: '' } }],
    ['that is only waited for', { state: 'waiting', offeredUntil: null }],
    ['of a time that is not theirs', { fromDateTime: '2026-11-25T14:00', untilDateTime: '2026-11-25T15:00' }],
  ] as const)('is not one %s', (_, change) => expect(heldOf([{ ...entry, ...change }])).toEqual([]))

  test('is unknown without a waitlist', () => {
    expect([heldOf(null), heldOf(undefined)]).toEqual([[], []])
  })
})
