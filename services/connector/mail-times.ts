import type { LocalTime } from '../../contracts/booking.ts'
import type { Locale } from '../../contracts/problem.ts'
import { addDays, dayOf, instantOf, isRepeated } from '../../rules/time.ts'

/**
 * Returns `Mi., 2. Dezember, 18:00–20:00 Uhr`: local time of the space, whatever the zone of the server. It names the
 * zone only when a clock change makes the hours ambiguous: `02:30 MESZ–03:30 MEZ`.
 */
export function period(from: LocalTime, until: LocalTime, zone: string, locale: Locale): string {
  const isTwofold = [from, until].some((at) => isRepeated(instantOf(at, zone), zone))
  const named = isTwofold || offset(from, zone) !== offset(until, zone)
  const [start, end] = [from, until].map(
    (at) => time(at, locale) + (named ? ` ${zoneAt(at, zone, locale)}` : ''),
  )
  if (dayOf(until) === dayOf(from)) return `${day(from, locale)}, ${start}–${end}${oClock[locale]}`
  const isMidnight = until === `${addDays(dayOf(from), 1)}T00:00`
  if (isMidnight && !named) return `${day(from, locale)}, ${start}–24:00${oClock[locale]}`
  return `${day(from, locale)}, ${start}${oClock[locale]} – ${day(until, locale)}, ${end}${oClock[locale]}`
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
