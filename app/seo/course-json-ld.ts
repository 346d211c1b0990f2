import type { Course, CourseDate } from '../../contracts/course.ts'
import { instantOf, minuteOfDay, minutesBetween, withOffset } from '../../rules/time.ts'
import type { Locale } from '../i18n/locale.ts'
import * as paths from '../paths.ts'
import { organization, postalAddress, type Site, type Thing } from './things.ts'

/** What a page says about a course beside its dates and prices. */
export interface CourseWords {
  name: string
  description: string
  /** Path of the page whose link preview picture shows the course. */
  sharedAs: string
  locale: Locale
}

interface Given extends CourseWords {
  course: Course
  /** Future dates. */
  dates: CourseDate[]
  /** Name of its grade; '' = none. */
  level: string
  /** Whether to state free seats; a cached page does not know them. */
  seats: boolean
  site: Site
}

/**
 * Returns a course with its dates, or the dates of an event, as schema.org things with what Google requires and
 * recommends of Course, CourseInstance and Event. They are the same on every page, which `url` and `@id` name.
 */
export function courseThings({ course, dates, level, seats, site, ...words }: Given): Thing[] {
  const { publicUrl } = site
  const { locale } = words
  const url = publicUrl + paths.event(locale, course.id, course.title[locale])
  const offer = {
    '@type': 'Offer',
    category: Number(course.price) === 0 ? 'Free' : 'Paid',
    price: course.price,
    priceCurrency: 'EUR',
    url,
  }
  const things = dates.map((date) => ({
    ...dateThing(date, words, site),
    ...(seats && { remainingAttendeeCapacity: date.freeSeats }),
    ...(course.kind === 'event' ? { '@type': 'Event' } : instanceOf(date, site)),
    ...(course.trainer && {
      [course.kind === 'event' ? 'performer' : 'instructor']: { '@type': 'Person', name: course.trainer },
    }),
    offers: {
      ...offer,
      ...(seats && { availability: `https://schema.org/${date.freeSeats > 0 ? 'InStock' : 'SoldOut'}` }),
    },
    url,
  }))
  if (course.kind === 'event') return things
  const languages = [...new Set(dates.map(({ language }) => language))]
  return [
    {
      '@id': url,
      ...bareCourse(words, url, site),
      ...(level && { educationalLevel: level }),
      ...(languages.length > 0 && { inLanguage: languages, hasCourseInstance: things }),
      offers: offer,
    },
  ]
}

/** Returns a course of which the backend knows nothing: without dates and prices. */
export function bareCourse(words: CourseWords, url: string, site: Site): Thing {
  return {
    '@type': 'Course',
    name: words.name,
    description: words.description,
    url,
    image: site.publicUrl + paths.sharePicture(words.sharedAs),
    provider: organization(site),
    publisher: organization(site),
  }
}

/** The properties of a date that Event and its subtype CourseInstance share. */
function dateThing(date: CourseDate, { name, description, sharedAs, locale }: CourseWords, site: Site) {
  const { zone, name: space } = site.space
  const place = date.place[locale]
  return {
    '@type': 'Event',
    name,
    description,
    image: site.publicUrl + paths.sharePicture(sharedAs),
    startDate: withOffset(date.fromDateTime, zone),
    endDate: withOffset(date.untilDateTime, zone),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    inLanguage: date.language,
    location: { '@type': 'Place', name: place ? `${space}, ${place}` : space, ...postalAddress(site) },
    organizer: organization(site),
    maximumAttendeeCapacity: date.seats,
  }
}

function instanceOf(date: CourseDate, { space }: Site) {
  return {
    '@type': 'CourseInstance',
    courseMode: 'Onsite',
    courseWorkload: isoDuration(workloadMinutes(date, space.zone)),
  }
}

/** Minutes of a date: of each of its days when it takes several. */
function workloadMinutes({ fromDateTime, untilDateTime }: CourseDate, zone: string): number {
  const elapsed = minutesBetween(instantOf(fromDateTime, zone), instantOf(untilDateTime, zone))
  const aDay = minuteOfDay(untilDateTime) - minuteOfDay(fromDateTime)
  return elapsed > 24 * 60 && aDay > 0 ? Math.ceil(elapsed / (24 * 60)) * aDay : elapsed
}

/** `PT3H30M` */
function isoDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `PT${hours ? `${hours}H` : ''}${rest || !hours ? `${rest}M` : ''}`
}
