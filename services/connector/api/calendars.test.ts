import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CalendarAddress, CalendarFeed, CalendarToken } from '../../../contracts/calendar.ts'
import type { Fetch } from '../../../platform/http/service.ts'
import { book, call, connectorOf, now } from '../connector.fixture.ts'
import { type Twin, twins } from '../twins.fixture.ts'

describe.each(twins)('calendars of a workshop system, %s:', (_, open) => {
  let twin: Twin
  let fetch: Fetch
  let instant = now

  beforeAll(async () => {
    twin = await open(() => instant)
  })
  afterAll(() => twin.close())
  beforeEach(async () => {
    instant = now
    fetch = connectorOf(twin.workshop, () => instant)
    await twin.removeBookings()
    await twin.forgetCalendars()
    const own = await book(fetch, 1)
    await call(fetch, 1, 'DELETE', `/fabman/bookings/${own.id}`)
    await book(fetch, 1, { resource: '3' })
    await book(fetch, 2, { fromDateTime: '2026-12-03T18:00', untilDateTime: '2026-12-03T20:00' })
  })

  async function renew(kind: string, id: number) {
    const response = await call(fetch, 'manage', 'PUT', `/fabman/${kind}/${id}/calendar-token`)
    return response.status === 200 ? CalendarToken.parse(await response.json()) : null
  }

  async function address(kind: string, id: number) {
    const response = await call(fetch, 'manage', 'GET', `/fabman/${kind}/${id}/calendar-token`)
    return response.status === 200 ? CalendarAddress.parse(await response.json()) : response.status
  }

  async function feed(kind: string, id: number, token: string) {
    const response = await call(fetch, 'read', 'GET', `/fabman/calendars/${kind}/${id}/${token}`)
    return response.status === 200 ? CalendarFeed.parse(await response.json()) : response.status
  }

  test.each([
    [
      'members',
      'Halle 9',
      [
        ['cancelled', 2],
        ['confirmed', 1],
      ],
    ],
    ['resources', 'Lasercutter', []],
    [
      'spaces',
      'Halle 9',
      [
        ['cancelled', 2],
        ['confirmed', 1],
        ['confirmed', 1],
      ],
    ],
  ])(
    'the calendar of %s: its address opens it, a new address closes the old one',
    async (kind, name, expected) => {
      expect(await address(kind, 1)).toEqual({ calendarToken: null, calendarUrl: null })
      const first = await renew(kind, 1)
      expect(await address(kind, 1)).toEqual(first)
      if (!first) throw new Error('no token')
      const { calendarToken, calendarUrl } = first
      expect(calendarUrl).toBe(`https://werkbank.example/calendars/${kind}/1/${calendarToken}.ics`)
      const opened = await feed(kind, 1, calendarToken)
      if (typeof opened === 'number') throw new Error(`answered ${opened}`)
      expect(opened).toMatchObject({ kind, name, timezone: 'Europe/Berlin' })
      expect(opened.bookings.map(({ state, lockVersion }) => [state, lockVersion])).toEqual(expected)

      const second = await renew(kind, 1)
      expect(second?.calendarToken).not.toBe(calendarToken)
      expect(await feed(kind, 1, calendarToken)).toBe(404)
      expect(await feed(kind, 2, second?.calendarToken ?? '')).toBe(404)
      const other = kind === 'members' ? 'spaces' : 'members'
      expect(await feed(other, 1, second?.calendarToken ?? '')).toBe(404)
    },
  )

  test('calendars of machines and spaces name nobody', async () => {
    for (const [kind, id] of [
      ['resources', 2],
      ['spaces', 1],
    ] as const) {
      const token = await renew(kind, id)
      const text = JSON.stringify(await feed(kind, id, token?.calendarToken ?? ''))
      expect(text).toContain('2026-12-03T18:00')
      expect(text).not.toMatch(/Vorname|Name\d|10\d"/)
    }
  })

  test('what ended more than 90 days ago stays in the calendars that have it', async () => {
    const token = (await renew('members', 2))?.calendarToken ?? ''
    const daysOfBookings = async (day: string) => {
      instant = new Date(`${day}T12:00Z`)
      const opened = await feed('members', 2, token)
      return typeof opened === 'number' ? opened : opened.bookings.map((each) => each.fromDateTime)
    }
    expect(await daysOfBookings('2027-03-03')).toEqual(['2026-12-03T18:00'])
    expect(await daysOfBookings('2027-03-04')).toEqual([])
  })

  test('what is not there has no address', async () => {
    for (const kind of ['members', 'resources', 'spaces']) {
      expect(await renew(kind, 77)).toBeNull()
      expect(await address(kind, 77)).toBe(404)
    }
  })
})
