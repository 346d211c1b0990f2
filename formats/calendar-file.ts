import { compact, zoneLines } from './calendar-zone.ts'
import { addMinutes, isRepeated, toLocal } from '../rules/time.ts'

/** One entry of a calendar; texts may hold any character. */
export interface CalendarEntry {
  /** Unique and never changing: a calendar that reads the file again replaces the entry by it. */
  uid: string
  from: Date
  until: Date
  title: string
  description: string
  place: string
  url: string
  changedAt: Date
  /** Rises with every change; a calendar takes the entry with the highest. */
  sequence?: number
  /** A cancelled entry stays in the file: a calendar that has it would keep it otherwise. */
  state?: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  /** Sender and owner of the entry, both only in a message (`method`). */
  organizer?: Contact
  attendee?: Contact
}

interface Contact {
  name: string
  /** A mail address. */
  address: string
}

interface Calendar {
  name: string
  /**
   * A message to one calendar instead of a file to read: `REQUEST` enters or changes the entry, `CANCEL` removes it
   * (RFC 5546 3.2.2 and 3.2.5). Both need organizer and attendee. A file to read has no method: `PUBLISH` needs an
   * organizer too (3.2.1), and DTSTAMP is the time of the last change only without one (RFC 5545 3.8.7.2).
   */
  method?: 'REQUEST' | 'CANCEL'
  /** The producing program, `-//Halle 9//Werkbank//DE`. */
  made: string
  /**
   * IANA name: times are wall-clock times of the zone, which the file describes. Without it they are UTC, which every
   * calendar shows in its own zone.
   */
  zone?: string
  entries: CalendarEntry[]
}

/** Writes a calendar file (RFC 5545). */
export function calendarFile({ name, method, made, zone, entries }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${escaped(made)}`,
    'CALSCALE:GREGORIAN',
    ...(method ? [`METHOD:${method}`] : []),
    ...(method ? [] : subscriptionLines(name)),
    ...(zone && entries.length > 0 ? zoneOf(zone, entries) : []),
    ...entries.flatMap((entry) => entryLines(entry, zone)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** Name and refresh interval of a subscribed calendar. A message must not have them: it would create a calendar. */
function subscriptionLines(name: string): string[] {
  return [
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ]
}

function entryLines(entry: CalendarEntry, zone: string | undefined): string[] {
  const { uid, from, until, title, description, place, url, changedAt, sequence, state } = entry
  const { organizer, attendee } = entry
  const changed = utc(changedAt)
  // RFC 5545 3.3.5 means the first of a repeated hour. Parsers take the second, so such an entry uses UTC.
  const isLocal = zone && !isRepeated(from, zone) && !isRepeated(until, zone)
  const time = (name: string, instant: Date) =>
    isLocal ? `${name};TZID=${zone}:${compact(toLocal(instant, zone))}` : `${name}:${utc(instant)}`
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    time('DTSTART', from),
    time('DTEND', until),
    ...(sequence === undefined ? [] : [`SEQUENCE:${sequence}`]),
    ...(state ? [`STATUS:${state}`] : []),
    ...(organizer ? [`ORGANIZER;${contact(organizer)}`] : []),
    // Members accepted by booking; a calendar need not ask them.
    ...(attendee ? [`ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;${contact(attendee)}`] : []),
    `SUMMARY:${escaped(title)}`,
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    // A URI is no TEXT, so it is not escaped.
    `URL:${new URL(url).href}`,
    'END:VEVENT',
  ]
}

/** One day to spare on both sides, so that no reader meets the edge of the description. */
function zoneOf(zone: string, entries: CalendarEntry[]): string[] {
  const starts = entries.map(({ from }) => from.getTime())
  const ends = entries.map(({ until }) => until.getTime())
  const day = 24 * 60
  return zoneLines(
    zone,
    addMinutes(new Date(Math.min(...starts)), -day),
    addMinutes(new Date(Math.max(...ends)), day),
  )
}

/** `20261203T170000Z` */
function utc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/**
 * Escapes TEXT of RFC 5545 3.3.11. Characters that a line cannot hold are left out, and soft hyphens: some calendars
 * show them, or do not find the word. No-break spaces become spaces for the same reason.
 */
function escaped(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll('\u00ad', '')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
}

/** A quoted parameter holds neither quotes nor control characters (RFC 5545 3.1). */
function contact({ name, address }: Contact): string {
  const quoted = name.replaceAll(/\p{Cc}+/gu, ' ').replaceAll('"', "'")
  return `CN="${quoted}":mailto:${encodeURI(address).replaceAll(/[?#]/g, encodeURIComponent)}`
}

const mostOctets = 75

/** Folds lines to at most 75 octets without their end, never within a character (RFC 5545 3.1). */
function folded(line: string): string {
  // A UTF-16 unit takes at most three octets.
  if (line.length * 3 <= mostOctets) return line
  let octets = 0
  let out = ''
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > mostOctets) {
      out += '\r\n '
      octets = 1
    }
    out += character
    octets += size
  }
  return out
}

/** Returns the octets of one character in UTF-8. */
function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}
