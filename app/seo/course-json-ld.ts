import type { Course, CourseDate } from '../../contracts/course.ts'
import { instantOf } from '../../rules/time.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { breadcrumbs, type Thing } from '../seo/json-ld.tsx'
import type { Courses } from './load-courses.server.ts'

interface Given {
  course: Course
  /** Future dates. */
  dates: CourseDate[]
  courses: Pick<Courses, 'space' | 'stories'>
  publicUrl: string
  locale: Locale
}

/** Returns a course with its dates, or the dates of an event, and the breadcrumb as schema.org things. */
export function courseThings({ course, dates, courses, publicUrl, locale }: Given): Thing[] {
  const { space, stories } = courses
  const url = publicUrl + paths.event(locale, course.id, course.title[locale])
  const name = course.title[locale]
  const organizer = { '@type': 'Organization', name: space.name, url: publicUrl }
  const isEvent = course.kind === 'event'
  const instances = dates.map((date) => ({
    '@type': isEvent ? 'Event' : 'CourseInstance',
    name,
    startDate: instantOf(date.fromDateTime, space.zone).toISOString(),
    endDate: instantOf(date.untilDateTime, space.zone).toISOString(),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...(!isEvent && { courseMode: 'onsite' }),
    inLanguage: date.language,
    location: { '@type': 'Place', name: placeOf(date, space.name, locale), address: space.name },
    organizer,
    ...(course.trainer && {
      [isEvent ? 'performer' : 'instructor']: { '@type': 'Person', name: course.trainer },
    }),
    maximumAttendeeCapacity: date.seats,
    remainingAttendeeCapacity: date.freeSeats,
    offers: {
      '@type': 'Offer',
      price: course.price,
      priceCurrency: 'EUR',
      availability: `https://schema.org/${date.freeSeats > 0 ? 'InStock' : 'SoldOut'}`,
      url,
    },
    url,
  }))
  const whole = {
    '@type': 'Course',
    '@id': url,
    name,
    url,
    description: stories.get(course.id)?.content.summary || name,
    provider: organizer,
    hasCourseInstance: instances,
  }
  const above = [{ label: translate(locale, 'events_title'), href: paths.events(locale) }]
  return [...(isEvent ? instances : [whole]), breadcrumbs(above, name, url, publicUrl)]
}

function placeOf(date: CourseDate, space: string, locale: Locale): string {
  return date.place[locale] ? `${space}, ${date.place[locale]}` : space
}
