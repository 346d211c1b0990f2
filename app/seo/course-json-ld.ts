import type { Course, CourseDate } from '../../contracts/course.ts'
import { dayOf, daysBetween, instantOf, minuteOfDay, minutesBetween, withOffset } from '../../rules/time.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
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
  /** Names of the trainings that it needs first, and of the equipment that it unlocks; a cached page does not know them. */
  needs?: string[]
  unlocks?: string[]
  site: Site
}

/**
 * Returns a course with its dates, or the dates of an event, as schema.org things with what Google requires and
 * recommends of Course, CourseInstance and Event. They are the same on every page, which `url` and `@id` name.
 */
export function courseThings({ course, dates, level, seats, site, ...given }: Given): Thing[] {
  const { needs = [], unlocks = [], ...words } = given
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
  const offersWith = (availability: object) => {
    const offers = offersOf(course, locale).map((change) => ({ ...offer, ...change, ...availability }))
    return offers.length === 1 ? offers[0] : offers
  }
  const things = dates.map((date) => ({
    ...dateThing(date, words, site),
    ...(seats && { remainingAttendeeCapacity: date.freeSeats }),
    ...(course.kind === 'event' ? { '@type': 'Event' } : instanceOf(date, site)),
    ...(course.trainer && {
      [course.kind === 'event' ? 'performer' : 'instructor']: { '@type': 'Person', name: course.trainer },
    }),
    offers: offersWith(
      seats ? { availability: `https://schema.org/${date.freeSeats > 0 ? 'InStock' : 'SoldOut'}` } : {},
    ),
    url,
  }))
  if (course.kind === 'event') return things
  const languages = [...new Set(dates.map(({ language }) => language))]
  return [
    {
      '@id': url,
      ...bareCourse(words, url, site),
      ...(level && { educationalLevel: level }),
      ...(needs.length > 0 && { coursePrerequisites: needs }),
      ...(unlocks.length > 0 && { educationalCredentialAwarded: credential(unlocks, locale) }),
      ...(languages.length > 0 && { inLanguage: languages, hasCourseInstance: things }),
      offers: offersWith({}),
    },
  ]
}

/** The training that attending gives. */
function credential(machines: string[], locale: Locale): Thing {
  return {
    '@type': 'EducationalOccupationalCredential',
    credentialCategory: 'certificate',
    name: translate(locale, 'events_credential', { machines: machines.join(', ') }),
  }
}

/** Returns how the offers of a course differ: one for everybody, one for members whose price is another. */
function offersOf({ price, memberPrice }: Course, locale: Locale): object[] {
  if (memberPrice === null || memberPrice === price) return [{}]
  const tier = { '@type': 'MemberProgramTier', name: translate(locale, 'events_member_tier') }
  const category = Number(memberPrice) === 0 ? 'Free' : 'Paid'
  return [{}, { price: memberPrice, category, validForMemberTier: tier }]
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
  const { zone } = site.space
  return {
    '@type': 'Event',
    name,
    description,
    image: site.publicUrl + paths.sharePicture(sharedAs),
    startDate: withOffset(date.fromDateTime, zone),
    endDate: withOffset(date.untilDateTime, zone),
    ...statusOf(date, zone),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    inLanguage: date.language,
    location: placeThing(date.place[locale], site),
    organizer: organization(site),
    maximumAttendeeCapacity: date.seats,
    ...(date.sessions.length > 1 && {
      subEvent: date.sessions.map(({ fromDateTime, untilDateTime, place: where }, index) => ({
        '@type': 'Event',
        name: `${name} (${index + 1}/${date.sessions.length})`,
        startDate: withOffset(fromDateTime, zone),
        endDate: withOffset(untilDateTime, zone),
        location: placeThing(where[locale], site),
      })),
    }),
  }
}

/** A date that was called off counts as that, also when it had been moved before. */
function statusOf({ state, movedFrom }: CourseDate, zone: string) {
  if (state === 'cancelled') return { eventStatus: 'https://schema.org/EventCancelled' }
  if (movedFrom === null) return { eventStatus: 'https://schema.org/EventScheduled' }
  return {
    eventStatus: 'https://schema.org/EventRescheduled',
    previousStartDate: withOffset(movedFrom, zone),
  }
}

function placeThing(place: string, site: Site): Thing {
  const { name } = site.space
  return { '@type': 'Place', name: place ? `${name}, ${place}` : name, ...postalAddress(site) }
}

function instanceOf(date: CourseDate, { space }: Site) {
  return {
    '@type': 'CourseInstance',
    courseMode: 'Onsite',
    courseWorkload: isoDuration(workloadMinutes(date, space.zone)),
    ...scheduleOf(date, space.zone),
  }
}

/** The sessions of a date as a schedule, when as many days lie between any two of them as a search engine has a word for. */
function scheduleOf({ sessions }: CourseDate, zone: string) {
  const [first] = sessions
  const days = sessions.map(({ fromDateTime }) => dayOf(fromDateTime))
  const [firstDay, secondDay] = days
  if (!first || !firstDay || !secondDay) return {}
  const gap = daysBetween(firstDay, secondDay)
  const isEven = days.every((day, index) => daysBetween(firstDay, day) === index * gap)
  const repeatFrequency = isEven && frequencies[gap]
  if (!repeatFrequency) return {}
  return {
    courseSchedule: {
      '@type': 'Schedule',
      repeatFrequency,
      repeatCount: sessions.length,
      duration: isoDuration(elapsedMinutes(first, zone)),
      startDate: firstDay,
      endDate: days.at(-1),
    },
  }
}

const frequencies: Record<number, string> = { 1: 'Daily', 7: 'Weekly' }

/** Minutes of a date: of all its sessions, or of each of its days when one session takes several. */
function workloadMinutes(date: CourseDate, zone: string): number {
  const { fromDateTime, untilDateTime, sessions } = date
  if (sessions.length > 1) return sessions.reduce((sum, each) => sum + elapsedMinutes(each, zone), 0)
  const elapsed = elapsedMinutes(date, zone)
  const aDay = minuteOfDay(untilDateTime) - minuteOfDay(fromDateTime)
  return elapsed > 24 * 60 && aDay > 0 ? Math.ceil(elapsed / (24 * 60)) * aDay : elapsed
}

function elapsedMinutes(
  { fromDateTime, untilDateTime }: Pick<CourseDate, 'fromDateTime' | 'untilDateTime'>,
  zone: string,
): number {
  return minutesBetween(instantOf(fromDateTime, zone), instantOf(untilDateTime, zone))
}

/** `PT3H30M` */
function isoDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `PT${hours ? `${hours}H` : ''}${rest || !hours ? `${rest}M` : ''}`
}
