/** One entry of a calendar; texts may hold any character. */
export interface CalendarEntry {
  /** The same for ever, and nobody else's: a calendar that reads the file again replaces the entry by it. */
  uid: string
  from: Date
  until: Date
  title: string
  description: string
  place: string
  url: string
  changedAt: Date
}

/**
 * A calendar file (RFC 5545). Times are UTC: every calendar shows them in its own zone, and both runs of an autumn hour
 * stay apart without a VTIMEZONE.
 * @param made by whom, `-//Halle 9//Werkbank//DE`
 */
export function calendarFile(calendar: { name: string; made: string; entries: CalendarEntry[] }): string {
  const { name, made, entries } = calendar
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${escaped(made)}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...entries.flatMap(entryLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function entryLines({
  uid,
  from,
  until,
  title,
  description,
  place,
  url,
  changedAt,
}: CalendarEntry): string[] {
  const changed = utc(changedAt)
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `DTSTART:${utc(from)}`,
    `DTEND:${utc(until)}`,
    `SUMMARY:${escaped(title)}`,
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    // A URI is no TEXT: nothing in it is escaped.
    `URL:${new URL(url).href}`,
    'END:VEVENT',
  ]
}

/** `20261203T170000Z` */
function utc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** TEXT of RFC 5545 3.3.11; characters that a line may not hold at all are left out. */
function escaped(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
}

const mostOctets = 75
const encoder = new TextEncoder()

/** Lines of at most 75 octets without their end, never cut within a character (RFC 5545 3.1). */
function folded(line: string): string {
  let octets = 0
  let out = ''
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > mostOctets) {
      out += '\r\n '
      octets = 1
    }
    out += character
    octets += size
  }
  return out
}
