import type { Course, CourseDate } from '../../contracts/course.ts'
import { type CalendarEntry, calendarFile } from '../../formats/calendar-file.ts'
import { rssFeed } from '../../formats/rss.ts'
import { sessionEntry } from '../../formats/session-calendar.ts'
import { feedResponse } from '../delivery/feed-response.server.ts'
import { longDay } from '../i18n/format.ts'
import { languageTag, type Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { comingEntries, type EventEntry } from './event-filter.ts'
import { formatPrice, kindLabel, timesText } from './event-words.ts'
import type { Courses } from './load-courses.server.ts'

interface Site {
  request: Request
  publicUrl: string
  locale: Locale
}

/** A calendar file with the sessions of all known dates, past ones too, so that no calendar loses entries; or of one date. */
export function eventsCalendar(
  { courses, space, stories }: Courses,
  { request, publicUrl, locale }: Site,
  onlyDate?: number,
): Response {
  const dates = courses
    .flatMap((course) => course.dates.map((date) => ({ course, date })))
    .filter(({ date }) => onlyDate === undefined || date.id === onlyDate)
  const file = calendarFile({
    name: `${space.name}: ${translate(locale, 'events_title')}`,
    made: `-//${space.name}//Werkbank//${locale.toUpperCase()}`,
    entries: dates.flatMap(({ course, date }) => {
      const summary = stories.get(course.id)?.content.summary
      const { sequence, state } = date
      return date.sessions.map((session): CalendarEntry => ({
        ...sessionEntry(
          { ...session, sequence, isCancelled: state === 'cancelled' },
          { zone: space.zone, siteUrl: publicUrl },
        ),
        title: course.title[locale],
        description: [summary, wordsOf(course, locale)].filter(Boolean).join('\n'),
        place: [space.name, session.place[locale]].filter(Boolean).join(', '),
        url: publicUrl + paths.event(locale, course.id, course.title[locale]),
        changedAt: new Date(date.updatedAt),
      }))
    }),
  })
  return feedResponse(request, file, { type: 'text/calendar', isSecret: false })
}

/** An RSS feed of the future dates, the latest announced first. */
export function eventsFeed({ courses, space, now }: Courses, { request, publicUrl, locale }: Site): Response {
  const newestFirst = (one: EventEntry, other: EventEntry) =>
    other.date.updatedAt.localeCompare(one.date.updatedAt)
  const feed = rssFeed({
    title: `${space.name}: ${translate(locale, 'events_title')}`,
    description: translate(locale, 'events_lead'),
    language: languageTag[locale],
    link: publicUrl + paths.page(locale, 'events'),
    self: `${publicUrl}${paths.page(locale, 'events')}.rss`,
    items: comingEntries(courses, now)
      .toSorted(newestFirst)
      .map(({ course, date }) => ({
        id: uidOf(date, publicUrl),
        title: `${longDay(date.fromDateTime, locale, true)}: ${course.title[locale]}`,
        link: publicUrl + paths.event(locale, course.id, course.title[locale]),
        description: [timesText(date, locale), date.place[locale], wordsOf(course, locale)]
          .filter(Boolean)
          .join(' · '),
        category: translate(locale, kindLabel[course.kind]),
        published: new Date(date.updatedAt),
      })),
  })
  return feedResponse(request, feed, { type: 'application/rss+xml', isSecret: false })
}

function wordsOf({ kind, price, trainer }: Course, locale: Locale): string {
  return [translate(locale, kindLabel[kind]), trainer, formatPrice(price, locale)].filter(Boolean).join(' · ')
}

/** The same in both languages and for ever. */
function uidOf({ id }: CourseDate, publicUrl: string): string {
  return `course-date-${id}@${new URL(publicUrl).hostname}`
}
