import type { Course, MemberCourse } from '../../contracts/course.ts'
import { Link } from '../frame/link.tsx'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { useSession } from '../session/session.ts'
import { Ticket } from './ticket.tsx'
import { useToday } from './use-rights.ts'

/** Shows the next session of the member's booked courses, from the lists of the session (A2); nothing without one. */
export function NextCourse() {
  const { courses, memberCourses } = useSession()
  const today = useToday()
  const locale = useLocale()
  const t = useTranslate()
  const [next, ...others] = comingSessions(courses, memberCourses, today)
  if (!next) return null
  const { course, session } = next
  const title = course.title[locale]
  return (
    <section className="overview-next" aria-labelledby="overview-course">
      <h2 id="overview-course">{t('me_next_course')}</h2>
      <Ticket
        equipment={title}
        fromDateTime={session.fromDateTime}
        untilDateTime={session.untilDateTime}
        notes={[session.place[locale]]}
        price={null}
      >
        <Link className="button quiet" to={paths.event(locale, course.id, title)}>
          {t('me_next_course_page')}
        </Link>
        <Link to={paths.me(locale, 'course')}>
          {t(others.length > 0 ? 'me_next_course_more' : 'me_next_course_all', { count: others.length })}
        </Link>
      </Ticket>
    </section>
  )
}

/**
 * Returns the next session of each date that a member has booked, in order.
 * @param today YYYY-MM-DD at the space
 */
export function comingSessions(courses: Course[], places: MemberCourse[], today: string) {
  return places
    .filter(({ state }) => state === 'booked')
    .flatMap(({ course_id, date_id }) => {
      const course = courses.find(({ id }) => id === course_id)
      const date = course?.dates.find(({ id, state }) => id === date_id && state === 'planned')
      const sessions = date && (date.sessions.length > 0 ? date.sessions : [date])
      const session = sessions?.find(({ untilDateTime }) => untilDateTime.slice(0, 10) >= today)
      return course && session ? [{ course, session }] : []
    })
    .toSorted((one, other) => one.session.fromDateTime.localeCompare(other.session.fromDateTime))
}
