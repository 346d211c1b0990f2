import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { describe, expect, test } from 'vitest'
import { type CalendarEntry, calendarFile } from './calendar-file.ts'
import { zoneLines } from './calendar-zone.ts'
import { instantOf } from '../rules/time.ts'

const zones = ['Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata', 'UTC']

/** Wall-clock times around the changes of the clock, and of ordinary days; one begins in the repeated hour. */
const times = [
  ['2026-11-21T09:00', '2026-11-21T10:30'],
  ['2027-03-27T23:00', '2027-03-28T01:30'],
  ['2027-03-28T01:00', '2027-03-28T03:30'],
  ['2027-03-28T12:00', '2027-03-29T00:00'],
  ['2027-06-30T18:00', '2027-06-30T20:00'],
  ['2027-10-31T00:30', '2027-10-31T02:00'],
  ['2027-10-31T02:30', '2027-10-31T03:30'],
  ['2027-10-31T01:30', '2027-10-31T05:00'],
  ['2028-02-29T10:00', '2028-02-29T11:00'],
] as const

const entry = (from: Date, until: Date, index: number): CalendarEntry => ({
  uid: `b-${index}@halle9.example`,
  from,
  until,
  title: 'Lasercutter; groß, schnell',
  description: '',
  place: 'Halle 9',
  url: 'https://halle9.example/me/bookings',
  changedAt: new Date(0),
  sequence: 3,
})

describe.each(zones)('in %s two parsers read the times that were meant', (zone) => {
  const entries = times.map(([from, until], index) =>
    entry(instantOf(from, zone), instantOf(until, zone), index),
  )
  const file = calendarFile({ name: 'Halle 9', made: '-//Halle 9//Werkbank//DE', zone, entries })

  test('ical.js', () => {
    const calendar = new ICAL.Component(ICAL.parse(file))
    const described = calendar.getFirstSubcomponent('vtimezone')
    if (!described) throw new Error('no VTIMEZONE')
    const own = new ICAL.Timezone(described)
    const read = calendar.getAllSubcomponents('vevent').map((event) => {
      const { startDate, endDate, uid, sequence } = new ICAL.Event(event)
      // By the zone that the file describes, not one that the parser knows by name.
      const instant = (time: typeof startDate) => wall(time, own)
      return [uid, sequence, instant(startDate), instant(endDate)]
    })
    expect(read).toEqual(entries.map((each) => [each.uid, 3, each.from.getTime(), each.until.getTime()]))
  })

  test('node-ical', () => {
    const read = Object.values(nodeIcal.sync.parseICS(file)).flatMap((each) =>
      each?.type === 'VEVENT' ? [[each.uid, each.start.getTime(), each.end?.getTime()]] : [],
    )
    expect(read).toEqual(entries.map((each) => [each.uid, each.from.getTime(), each.until.getTime()]))
  })
})

/** The instant of a wall-clock time under a described zone. */
function wall(time: InstanceType<typeof ICAL.Time>, zone: InstanceType<typeof ICAL.Timezone>): number {
  const { year, month, day, hour, minute } = time
  if (time.zone === ICAL.Timezone.utcTimezone) return Date.UTC(year, month - 1, day, hour, minute)
  const there = new ICAL.Time({ year, month, day, hour, minute, second: 0 }, zone)
  return Date.UTC(year, month - 1, day, hour, minute) - there.utcOffset() * 1000
}

test('a zone says when its clock changes, on the clock from before', () => {
  const lines = zoneLines('Europe/Berlin', new Date('2027-03-01T00:00Z'), new Date('2027-04-01T00:00Z'))
  expect(lines).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Berlin',
    'BEGIN:STANDARD',
    'DTSTART:20261025T030000',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'END:STANDARD',

    'BEGIN:DAYLIGHT',
    'DTSTART:20270328T020000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'END:DAYLIGHT',

    'END:VTIMEZONE',
  ])
})

test('a zone whose clock never changed has one line of time', () => {
  const lines = zoneLines('UTC', new Date(0), new Date('2030-01-01T00:00Z'))
  expect(lines).toContain('DTSTART:19700101T000000')
  expect(lines.filter((line) => line.startsWith('BEGIN:'))).toHaveLength(2)
})
