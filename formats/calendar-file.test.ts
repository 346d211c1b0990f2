import { expect, test } from 'vitest'
import { type CalendarEntry, calendarFile } from './calendar-file.ts'
import { instantOf } from '../rules/time.ts'

const entry: CalendarEntry = {
  uid: 'date-101@halle9.example',
  from: new Date('2026-12-03T17:00:00Z'),
  until: new Date('2026-12-03T19:00:00Z'),
  title: 'Löten',
  description: '',
  place: '',
  url: 'https://halle9.example/events/5-loeten',
  changedAt: new Date('2026-11-01T09:00:00.123Z'),
}

function linesOf(change: Partial<CalendarEntry> = {}): string[] {
  const file = calendarFile({
    name: 'Halle 9',
    made: '-//Halle 9//Werkbank//DE',
    entries: [{ ...entry, ...change }],
  })
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  return file.split('\r\n').slice(0, -1)
}

/** As a calendar reads it: continued lines joined. */
const unfolded = (lines: string[]) => lines.join('\n').replaceAll('\n ', '').split('\n')

test('a whole entry', () => {
  expect(linesOf({ description: 'a', place: 'Halle' }).slice(8)).toEqual([
    'BEGIN:VEVENT',
    'UID:date-101@halle9.example',
    'DTSTAMP:20261101T090000Z',
    'LAST-MODIFIED:20261101T090000Z',
    'DTSTART:20261203T170000Z',
    'DTEND:20261203T190000Z',
    'SUMMARY:Löten',
    'DESCRIPTION:a',
    'LOCATION:Halle',
    'URL:https://halle9.example/events/5-loeten',
    'END:VEVENT',
    'END:VCALENDAR',
  ])
})

test('without entries it is still a calendar, and what is empty is left out', () => {
  expect(calendarFile({ name: 'a', made: 'b', entries: [] })).toContain('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')
  expect(linesOf().join()).not.toMatch(/DESCRIPTION|LOCATION/)
})

test.each([
  ['winter', '2026-12-03T18:00', '20261203T170000Z'],
  ['summer', '2027-06-03T18:00', '20270603T160000Z'],
  ['before the spring change', '2027-03-28T01:30', '20270328T003000Z'],
  ['in the hour that spring leaves out: after the gap', '2027-03-28T02:30', '20270328T013000Z'],
  ['after the spring change', '2027-03-28T03:00', '20270328T010000Z'],
  ['before the autumn change', '2027-10-31T01:30', '20271030T233000Z'],
  ['in the hour that autumn has twice: the first', '2027-10-31T02:30', '20271031T003000Z'],
  ['after the autumn change', '2027-10-31T03:00', '20271031T020000Z'],
])('wall clock %s: %s is %s', (_, local, utc) => {
  expect(linesOf({ from: instantOf(local, 'Europe/Berlin') })).toContain(`DTSTART:${utc}`)
})

test.each([
  ['commas, semicolons, backslashes', String.raw`a, b; c\d`, String.raw`a\, b\; c\\d`],
  ['every kind of line end', 'a\nb\r\nc\rd', String.raw`a\nb\nc\nd`],
  ['an entry smuggled in', 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT', String.raw`x\nEND:VEVENT\nBEGIN:VEVENT`],
  ['control characters', 'a\u0000b\u001bc', 'abc'],
  ['quotes and umlauts as they are', 'Größe „12“ 🪚', 'Größe „12“ 🪚'],
  ['soft hyphens', 'Industrienäh\u00admaschine', 'Industrienähmaschine'],
])('text: %s', (_, title, written) => {
  expect(unfolded(linesOf({ title }))).toContain(`SUMMARY:${written}`)
})

test.each(['a'.repeat(400), 'ä'.repeat(200), '🪚'.repeat(60), 'x'.repeat(67) + '🪚', ', '.repeat(120)])(
  'lines have at most 75 octets and no character is cut: %#',
  (title) => {
    const lines = linesOf({ title })
    for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(lines.join('')).not.toContain('\ufffd')
    expect(unfolded(lines)).toContain(`SUMMARY:${title.replaceAll(',', String.raw`\,`)}`)
  },
)

test('the address cannot carry a line of its own', () => {
  const lines = unfolded(linesOf({ url: 'https://halle9.example/a\r\nX-EVIL:1' }))
  expect(lines.filter((line) => line.startsWith('X-EVIL'))).toEqual([])
})

test('a message names both sides and founds no calendar; a file to read names nobody', () => {
  const message = calendarFile({
    name: 'Halle 9',
    method: 'CANCEL',
    made: 'x',
    entries: [
      {
        ...entry,
        organizer: { name: 'Halle "9"; hier', address: 'hallo@halle9.example' },
        attendee: { name: 'Mia\r\nX-EVIL:1', address: 'mia+a?b@example.org' },
      },
    ],
  })
  const lines = unfolded(message.split('\r\n'))
  expect(lines.slice(0, 6)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:x',
    'CALSCALE:GREGORIAN',
    'METHOD:CANCEL',
    'BEGIN:VEVENT',
  ])
  expect(lines).toContain(`ORGANIZER;CN="Halle '9'; hier":mailto:hallo@halle9.example`)
  expect(lines).toContain(
    'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;CN="Mia X-EVIL:1":mailto:mia+a%3Fb@example.org',
  )
  expect(lines.filter((line) => line.startsWith('X-'))).toEqual([])
  const file = unfolded(linesOf())
  expect(file).toContain('X-WR-CALNAME:Halle 9')
  expect(file.join()).not.toMatch(/METHOD|ORGANIZER|ATTENDEE/)
})
