import type { OpeningHours } from '../../contracts/space.ts'
import type { ConnectorClient } from '../../clients/connector.ts'
import { languageTag, type Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'

/** The facts about the space in header and footer, in the language of the page. */
export interface SpaceFrame {
  name: string
  email: string | null
  phone: string | null
  /** One line per group of days: "Täglich 8:00 bis 22:00 Uhr". */
  hours: string[]
  /** The same by day of the week, for search engines. */
  openingHours: OpeningHours[]
  /** IANA name of its time zone. */
  zone: string
}

const unknownSpace: SpaceFrame = {
  name: 'Werkbank',
  email: null,
  phone: null,
  hours: [],
  openingHours: [],
  zone: 'UTC',
}

interface Given {
  connector: Pick<ConnectorClient, 'spaces'>
  log: Record<'warn' | 'error', (details: object, message: string) => void>
  now(): Date
  /** The last known version of everything that a cached page is made from. */
  pagesVersion(): string
}

/** Longest time until the space is read again, in ms. */
const freshMs = 1000

/**
 * Returns a function that reads the first space, cached per language and version of pages for at most a second. While
 * the workshop system is unavailable it returns the last known space, or neutral values.
 */
export function createSpaceFrame(services: Given): (locale: Locale) => Promise<SpaceFrame> {
  const { pagesVersion, now } = services
  const cached = new Map<Locale, { version: string; until: number; frame: Promise<SpaceFrame> }>()
  return (locale) => {
    const last = cached.get(locale)
    const version = pagesVersion()
    if (last?.version === version && now().getTime() < last.until) return last.frame
    const frame = readFrame(services, locale, last?.frame)
    cached.set(locale, { version, until: now().getTime() + freshMs, frame })
    return frame
  }
}

async function readFrame(
  { connector, log }: Given,
  locale: Locale,
  last: Promise<SpaceFrame> | undefined,
): Promise<SpaceFrame> {
  try {
    const [space] = await connector.spaces()
    if (!space) return unknownSpace
    const { name, emailAddress, phone, timezone, _embedded } = space
    const { openingHours } = _embedded
    return {
      name,
      email: emailAddress,
      phone,
      zone: timezone,
      hours: hoursInWords(openingHours, locale),
      openingHours,
    }
  } catch (error) {
    log.warn({ err: error }, 'the space could not be read')
    return last ?? unknownSpace
  }
}

/** Returns opening hours in words; neighbouring days with equal hours are joined, closed days are left out. */
export function hoursInWords(openingHours: OpeningHours[], locale: Locale): string[] {
  const days = openingHours
    .filter(({ fromTime, untilTime }) => fromTime && untilTime)
    .toSorted((a, b) => a.dayOfWeek - b.dayOfWeek)
  const groups: { first: number; last: number; times: string }[] = []
  for (const { dayOfWeek, fromTime, untilTime } of days) {
    const times = translate(locale, 'site_hours_times', { from: short(fromTime), until: short(untilTime) })
    const group = groups.at(-1)
    if (group?.times === times && group.last === dayOfWeek - 1) group.last = dayOfWeek
    else groups.push({ first: dayOfWeek, last: dayOfWeek, times })
  }
  return groups.map(({ first, last, times }) => `${dayNames(first, last, locale)} ${times}`)
}

function dayNames(first: number, last: number, locale: Locale): string {
  if (first === 1 && last === 7) return translate(locale, 'site_hours_daily')
  return first === last ? dayName(first, locale) : `${dayName(first, locale)}–${dayName(last, locale)}`
}

function dayName(dayOfWeek: number, locale: Locale): string {
  // 5 January 2026 was a Monday.
  const day = new Date(Date.UTC(2026, 0, 4 + dayOfWeek))
  return new Intl.DateTimeFormat(languageTag[locale], { weekday: 'short', timeZone: 'UTC' }).format(day)
}

function short(time: string | null): string {
  return (time ?? '').replace(/^0/, '')
}
