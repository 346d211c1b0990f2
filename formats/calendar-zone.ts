import * as Instants from 'temporal-polyfill/fns/Instant'
import * as WallClocks from 'temporal-polyfill/fns/PlainDateTime'
import * as Zoned from 'temporal-polyfill/fns/ZonedDateTime'

/**
 * Describes a zone in a calendar file (VTIMEZONE, RFC 5545 3.6.5): each change of the clock between two instants by
 * itself, so that the file needs no recurrence rules.
 */
export function zoneLines(zone: string, from: Date, until: Date): string[] {
  const start = at(from, zone)
  // The change before the first entry says what holds there; without one it always held.
  let change = Zoned.getTimeZoneTransition(start, 'previous')
  const lines = change ? [] : observance(start, start)
  change ??= Zoned.getTimeZoneTransition(start, 'next')
  while (change && change.epochMilliseconds <= until.getTime()) {
    lines.push(...observance(change, at(new Date(change.epochMilliseconds - 1), zone)))
    change = Zoned.getTimeZoneTransition(change, 'next')
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...lines, 'END:VTIMEZONE']
}

/** The offset that holds from a change on; its start is in the clock time from before it. */
function observance(change: Zoned.Record, before: Zoned.Record): string[] {
  const shift = (Zoned.offsetNanoseconds(change) - Zoned.offsetNanoseconds(before)) / 1e9
  const kind = shift > 0 ? 'DAYLIGHT' : 'STANDARD'
  const begins = WallClocks.subtractSeconds(Zoned.toPlainDateTime(change), shift)
  return [
    `BEGIN:${kind}`,
    `DTSTART:${change === before ? '19700101T000000' : compact(WallClocks.toBasicString(begins))}`,
    `TZOFFSETFROM:${offset(before)}`,
    `TZOFFSETTO:${offset(change)}`,
    `END:${kind}`,
  ]
}

/** `+0100` */
function offset(zoned: Zoned.Record): string {
  const minutes = Zoned.offsetNanoseconds(zoned) / 6e10
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`
}

/** `20261203T180000` */
export function compact(local: string): string {
  return `${local.slice(0, 16).replaceAll(/[-:]/g, '')}00`
}

function at(instant: Date, zone: string): Zoned.Record {
  return Instants.toZonedDateTimeISO(Instants.fromEpochMilliseconds(instant.getTime()), zone)
}
