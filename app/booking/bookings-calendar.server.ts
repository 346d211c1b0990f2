import { type Booking, idOf } from '../../contracts/booking.ts'
import type { CourseSession } from '../../contracts/course.ts'
import { bookingEntry } from '../../formats/booking-calendar.ts'
import { calendarFile } from '../../formats/calendar-file.ts'
import { sessionEntry } from '../../formats/session-calendar.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'

interface CalendarInput {
  bookings: Booking[]
  /** Of dates of courses; none where the calendar is not a member's. */
  sessions?: CourseSession[]
  /** Name of the space that gives the courses. */
  courseSpace?: string
  /** IANA name of the space's zone. */
  zone: string
  /** Place of an entry: the name of the space, as in its mails. */
  placeOf: (booking: Booking) => string
  name: string
  /** Title of an entry; a public feed must not name the member. */
  titleOf: (booking: Booking) => string
  publicUrl: string
  locale: Locale
}

/** Returns bookings, and sessions of courses, as a calendar file to download or to subscribe to. */
export function bookingsCalendar(input: CalendarInput): string {
  const { bookings, sessions = [], courseSpace, zone, placeOf, name, titleOf, publicUrl, locale } = input
  return calendarFile({
    name,
    made: `-//${name}//Werkbank//${locale.toUpperCase()}`,
    zone,
    entries: [
      ...bookings.map((booking) => ({
        ...bookingEntry(booking, { zone, siteUrl: publicUrl }),
        title: titleOf(booking),
        description: translate(locale, 'booking_calendar_description', {
          url: publicUrl + paths.me(locale, 'bookings'),
        }),
        place: placeOf(booking),
        url: publicUrl + paths.booking(locale, idOf(booking.resource)),
      })),
      ...sessions.map((session) => ({
        ...sessionEntry(session, { zone, siteUrl: publicUrl }),
        title: session.title[locale],
        description: translate(locale, 'booking_calendar_course', {
          url: publicUrl + paths.me(locale, 'course'),
        }),
        place: [courseSpace, session.place[locale]].filter(Boolean).join(', '),
        url: publicUrl + paths.event(locale, session.courseId, session.title[locale]),
        changedAt: new Date(session.updatedAt),
      })),
    ],
  })
}
