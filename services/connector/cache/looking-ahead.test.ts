import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Booking, BookingQuote } from '../../../contracts/booking.ts'
import { EquipmentAccess } from '../../../contracts/member.ts'
import type { Fetch } from '../../../platform/http/service.ts'
import { asked, call, connectorOf, now } from '../connector.fixture.ts'
import { type Twin, twins } from '../twins.fixture.ts'

const free = { fromDateTime: '2026-12-03T10:00', untilDateTime: '2026-12-03T12:00' }
const later = { fromDateTime: '2026-12-03T11:00', untilDateTime: '2026-12-03T13:00' }

describe.each(twins)('before somebody books, %s', (_, open) => {
  let twin: Twin
  let fetch: Fetch

  beforeAll(async () => {
    twin = await open(() => now)
  })
  afterAll(() => twin.close())
  beforeEach(async () => {
    await twin.removeBookings()
    fetch = connectorOf(twin.workshop)
  })

  const book = async (member: number, times: Partial<typeof free>) =>
    Booking.parse(await (await call(fetch, member, 'POST', '/fabman/bookings', asked(member, times))).json())
  const quote = async (member: number, times: object) => {
    const { title: _, ...body } = asked(member, times)
    const response = await call(fetch, member, 'POST', '/fabman/bookings/quote', body)
    return response.ok ? BookingQuote.parse(await response.json()) : response.status
  }
  const codes = async (member: number, times: object) => {
    const found = await quote(member, times)
    return typeof found === 'object' ? found.refusals.map(({ code }) => code) : found
  }

  describe('a look at where a booking would move', () => {
    test('its own time is not in its way, for a new booking it is', async () => {
      const { id } = await book(1, free)
      expect(await codes(1, { ...later, moves: String(id) })).toEqual([])
      expect(await codes(1, later)).toEqual(['overlap'])
    })

    test('somebody else is in its way all the same, and it stays where it was', async () => {
      const { id } = await book(1, free)
      await book(2, { fromDateTime: '2026-12-03T12:00', untilDateTime: '2026-12-03T14:00' })
      expect(await codes(1, { ...later, moves: String(id) })).toEqual(['overlap'])
      const after = await call(fetch, 'read', 'GET', '/fabman/bookings?member=1')
      expect(await after.json()).toMatchObject([{ id, ...free, lockVersion: 1 }])
    })

    test('the booking of another member, of another machine or of nobody is not found', async () => {
      const { id } = await book(1, free)
      expect(await quote(2, { ...later, moves: String(id) })).toBe(404)
      expect(await quote(1, { ...later, moves: String(id), resource: '3' })).toBe(404)
      expect(await quote(1, { ...later, moves: '777' })).toBe(404)
      expect(await quote(1, { ...later, moves: 'abc' })).toBe(400)
    })
  })

  describe('what a member lacks for each machine on a day', () => {
    const access = async (as: number, day: string, member = as) => {
      const response = await call(fetch, as, 'GET', `/fabman/members/${member}/equipment-access?day=${day}`)
      return response.ok ? EquipmentAccess.array().parse(await response.json()) : response.status
    }

    test('nothing where package and training are there', async () => {
      expect(await access(1, '2026-12-03')).toEqual([1, 2, 3].map((resource) => ({ resource, missing: [] })))
    })

    const trained = async (as: number, day: string, member = as) => {
      const path = `/fabman/members/${member}/trained-resources?day=${day}`
      const response = await call(fetch, as, 'GET', path)
      return response.ok ? response.json() : response.status
    }

    test('the training from the day after its last; equipment without need of one is not touched', async () => {
      await twin.setTrainingEnd(2, '2026-12-03')
      expect(await trained(2, '2026-12-03')).toEqual([1])
      expect(await trained(2, '2026-12-04')).toEqual([])
      expect(await access(2, '2026-12-04')).toEqual([1, 2, 3].map((resource) => ({ resource, missing: [] })))
      await twin.setTrainingEnd(2, null)
    })

    test('the package before its first day', async () => {
      const missing = await access(3, '2025-12-31')
      expect(missing).toMatchObject([{ missing: ['noPackage'] }, { missing: ['noPackage'] }, {}])
      expect(await trained(3, '2025-12-31')).toEqual([])
    })

    test('is said of nobody else, and only of a day', async () => {
      expect(await access(1, '2026-12-03', 2)).toBe(404)
      expect(await access(1, 'tomorrow')).toBe(400)
      expect(await trained(1, '2026-12-03', 2)).toBe(404)
      expect(await trained(1, 'tomorrow')).toBe(400)
    })
  })
})
