import type { LocalTime } from '../../contracts/booking.ts'
import type { Locale } from '../../contracts/problem.ts'
import { addDays, dayOf, instantOf, isRepeated } from '../../rules/time.ts'

/**
 * Returns `Mi., 2. Dezember, 18:00–20:00 Uhr`: local time of the space, whatever the zone of the server. It names the
 * zone only when a clock change makes the hours ambiguous: `02:30 MESZ–03:30 MEZ`.
 */
export function period(from: LocalTime, until: LocalTime, zone: string, locale: Locale): string {
  return periodFact(from, until, zone, locale).text
}

/** Returns a period for the title block of a mail: day and time, or beginning and end of several days. */
export function periodFact(from: LocalTime, until: LocalTime, zone: string, locale: Locale) {
  const isTwofold = [from, until].some((at) => isRepeated(instantOf(at, zone), zone))
  const named = isTwofold || offset(from, zone) !== offset(until, zone)
  const [start, end] = [from, until].map(
    (at) => time(at, locale) + (named ? ` ${zoneAt(at, zone, locale)}` : ''),
  )
  const isMidnight = until === `${addDays(dayOf(from), 1)}T00:00`
  if (dayOf(until) === dayOf(from) || (isMidnight && !named)) {
    const cells = { day: day(from, locale), time: `${start}–${isMidnight ? '24:00' : end}${oClock[locale]}` }
    return { text: `${cells.day}, ${cells.time}`, ...cells }
  }
  const [begins, ends] = [`${day(from, locale)}, ${start}`, `${day(until, locale)}, ${end}`]
  const cells = { from: `${begins}${oClock[locale]}`, until: `${ends}${oClock[locale]}` }
  return { text: `${cells.from} – ${cells.until}`, ...cells }
}

/** Returns `Di., 1. Dezember, 18:00 Uhr`. */
export function moment(at: LocalTime, locale: Locale): string {
  return `${day(at, locale)}, ${time(at, locale)}${oClock[locale]}`
}

const oClock = { de: ' Uhr', en: '' } satisfies Record<Locale, string>
const languageTag = { de: 'de-DE', en: 'en-GB' } satisfies Record<Locale, string>

/** Returns the minutes that local time is ahead of UTC. */
function offset(at: LocalTime, zone: string): number {
  return (Date.parse(`${at}Z`) - instantOf(at, zone).getTime()) / 60_000
}

function zoneAt(at: LocalTime, zone: string, locale: Locale): string {
  const parts = new Intl.DateTimeFormat(languageTag[locale], { timeZone: zone, timeZoneName: 'short' })
  return parts.formatToParts(instantOf(at, zone)).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

function day(at: LocalTime, locale: Locale): string {
  return days[locale].format(new Date(`${at}Z`))
}

function time(at: LocalTime, locale: Locale): string {
  return times[locale].format(new Date(`${at}Z`))
}

// Created once: creating one takes longer than judging a booking.
const days = inBoth({ weekday: 'short', day: 'numeric', month: 'long' })
const times = inBoth({ hour: 'numeric', minute: '2-digit' })

function inBoth(format: Intl.DateTimeFormatOptions): Record<Locale, Intl.DateTimeFormat> {
  const of = (locale: Locale) => new Intl.DateTimeFormat(languageTag[locale], { ...format, timeZone: 'UTC' })
  return { de: of('de'), en: of('en') }
}
