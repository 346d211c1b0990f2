import type { BackendApi } from '../../../contracts/http/backend.ts'
import { type Locale, Problem } from '../../../contracts/problem.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { fill, toMail } from '../../../platform/mail/mail-template.ts'
import type { RateLimit } from '../../../platform/rate-limit.ts'
import { sendMail } from '../orders/order-mails.ts'
import type { Ordering } from '../orders/parts.ts'
import * as interest from './interest.store.ts'
import { timesOf, titleOf } from './place-mails.ts'
import type { CourseRun } from './places.store.ts'
import { hereOf } from './seats.ts'
import { hrefOf } from '../../../platform/site-href.ts'

const perPerson = { max: 60, windowSeconds: 3600 }
const mostDates = 3

/** People ask to be told of new dates of a course, or no longer. */
export function interestHandlers({ ordering, rateLimit }: { ordering: Ordering; rateLimit: RateLimit }) {
  const { db, clock } = ordering
  return {
    async courseInterest({ person: { subject }, query: { courseId } }) {
      return { isOn: await interest.isInterested(db, { courseId, subject }) }
    },
    async setCourseInterest({ person, body: { courseId, isOn }, locale }) {
      const { subject, email, emailVerified } = person
      await rateLimit.hit(`interest:${subject}`, perPerson)
      if (!isOn) await interest.endInterest(db, { courseId, subject })
      else if (!email || !emailVerified) throw new Problem('forbidden')
      else if (!(await interest.findCourse(db, courseId))) throw new Problem('notFound')
      else await interest.addInterest(db, { courseId, subject, email, locale, createdAt: clock() })
      return { isOn }
    },
  } satisfies Partial<Handlers<BackendApi>>
}

/**
 * Mails those who are interested in a course its new dates, all that are new in one mail and each date once. Several processes
 * may do it at once.
 * @throws Problem `upstreamUnavailable`
 */
export async function announceDates(parts: Ordering): Promise<void> {
  const { db, siteUrl } = parts
  const courses = await interest.unannounced(db)
  if (courses.length === 0) return
  const { space, now, local } = await hereOf(parts)
  for (const course of courses)
    await db.transaction().execute(async (tx) => {
      const dates = await interest.announce(tx, course, now)
      const coming = dates.filter(({ state, fromDateTime }) => state === 'planned' && fromDateTime > local)
      if (coming.length === 0) return
      for (const { email, locale } of await interest.interestedIn(tx, course))
        await sendMail(tx, newDatesMail({ dates: coming, email, locale, siteName: space.name, siteUrl }))
    })
}

interface NewDates {
  /** At least one. */
  dates: CourseRun[]
  email: string
  locale: Locale
  siteName: string
  siteUrl: string
}

function newDatesMail({ dates, email, locale, siteName, siteUrl }: NewDates) {
  const [first] = dates
  if (!first) throw new Error('there is no date')
  const { subject, lead, more, action, note } = texts[locale]
  const known = { course: titleOf(first, locale), count: String(dates.length - mostDates) }
  return toMail({
    kind: 'course-newDates',
    locale,
    to: { name: '', address: email },
    name: '',
    subject: fill(subject, known),
    lead: fill(lead, known),
    facts: [known.course, ...dates.slice(0, mostDates).map((date) => timesOf(date, locale))],
    paragraphs: dates.length > mostDates ? [fill(more, known)] : [],
    action: {
      label: action,
      href: hrefOf(siteUrl, locale, `/events/${first.courseId}/sign-up`),
    },
    note,
    siteName,
  })
}

const texts = {
  de: {
    subject: 'Neue Termine: {course}',
    lead: 'für diesen Kurs gibt es neue Termine. Du wolltest Bescheid wissen.',
    more: 'Weitere neue Termine: {count}.',
    action: 'Termine ansehen',
    note: 'Keine E-Mails mehr zu diesem Kurs? Melde dich auf derselben Seite an, dann kannst du sie dort ausschalten.',
  },
  en: {
    subject: 'New dates: {course}',
    lead: 'this course has new dates. You wanted to know.',
    more: 'More new dates: {count}.',
    action: 'See the dates',
    note: 'No more emails about this course? Sign in on the same page, and you can turn them off there.',
  },
} satisfies Record<Locale, object>
