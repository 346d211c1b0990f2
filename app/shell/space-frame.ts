import type { OpeningHours } from '../../contracts/space.ts'
import type { RouterContextProvider } from 'react-router'
import { servicesOf, type SiteServices } from '../context.ts'
import { languageTag, type Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'

/** What the frame of a page says about the space; texts are ready in the page's language. */
export interface SpaceFrame {
  name: string
  email: string | null
  phone: string | null
  /** One line per group of days: "Täglich 8:00 bis 22:00 Uhr". */
  hours: string[]
  /** The same as schema.org writes them: "Mo-Fr 08:00-22:00". */
  openingHours: string[]
}

const unknownSpace: SpaceFrame = { name: 'Werkbank', email: null, phone: null, hours: [], openingHours: [] }

/** Reads the first space; when the workshop system is away, the page does without it. */
export async function spaceFrame(
  { connector, log }: Pick<SiteServices, 'connector' | 'log'>,
  locale: Locale,
): Promise<SpaceFrame> {
  try {
    const [space] = await connector.spaces()
    if (!space) return unknownSpace
    const { name, emailAddress, phone, _embedded } = space
    const { openingHours } = _embedded
    return {
      name,
      email: emailAddress,
      phone,
      hours: hoursInWords(openingHours, locale),
      openingHours: openingHours.flatMap(({ dayOfWeek, fromTime, untilTime }) =>
        fromTime && untilTime ? [`${days[dayOfWeek - 1]} ${fromTime}-${untilTime}`] : [],
      ),
    }
  } catch (error) {
    log.warn({ err: error }, 'the space could not be read')
    return unknownSpace
  }
}

const ofRequest = new WeakMap<object, Promise<SpaceFrame>>()

/** The same, read once per request however many of its loaders ask. */
export function spaceFrameOf(context: Readonly<RouterContextProvider>, locale: Locale): Promise<SpaceFrame> {
  const frame = ofRequest.get(context) ?? spaceFrame(servicesOf(context), locale)
  ofRequest.set(context, frame)
  return frame
}

const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** Opening hours with equal neighbouring days joined; a closed day is left out. */
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
