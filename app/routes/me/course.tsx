import { Link } from '../../frame/link.tsx'
import { clockTime, longDay } from '../../i18n/format.ts'
import { useLocale } from '../../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { seatsOf } from '../../me/member-course.ts'
import { MissingTicket, TicketDay } from '../../me/ticket.tsx'
import * as paths from '../../paths.ts'
import { useSession } from '../../session/session.ts'
import type { Session } from '../../session/start.ts'

export const meta = titled('me_course_title')

/** The courses of the member, as the session loaded them (A2). */
export default function MyCourses() {
  return <CourseList {...useSession()} />
}

/** Lists the seats of the member. */
export function CourseList({ courses, memberCourses }: Pick<Session, 'courses' | 'memberCourses'>) {
  const locale = useLocale()
  const t = useTranslate()
  const seats = seatsOf(memberCourses, courses)
  return (
    <section>
      <h1>{t('me_course_title')}</h1>
      {seats.length === 0 && (
        <>
          <MissingTicket />
          <p>{t('me_course_none')}</p>
        </>
      )}
      <ul className="me-tickets">
        {seats.map(({ seat, course, date }) => (
          <li
            key={`${seat.course_id} ${seat.date_id} ${seat.createdAt}`}
            className="ticket"
            data-over={isOver(seat.state) || undefined}
          >
            {date && <TicketDay dateTime={date.fromDateTime} />}
            <div className="ticket-what">
              <h2>
                {course ? (
                  <Link to={paths.event(locale, course.id, course.title[locale])}>
                    {course.title[locale]}
                  </Link>
                ) : (
                  t('me_course_unknown', { id: seat.course_id })
                )}
              </h2>
              {date && (
                <p>
                  {t('me_course_time', {
                    day: longDay(date.fromDateTime, locale, true),
                    from: clockTime(date.fromDateTime),
                    until: clockTime(date.untilDateTime),
                  })}
                </p>
              )}
              <p className="hint">{t(stateLabel[seat.state])}</p>
            </div>
          </li>
        ))}
      </ul>
      <Link className="button" to={paths.page(locale, 'events')}>
        {t('me_course_action')}
      </Link>
    </section>
  )
}

function isOver(state: keyof typeof stateLabel): boolean {
  return state === 'attended' || state === 'cancelled'
}

const stateLabel = {
  booked: 'me_course_booked',
  waiting: 'me_course_waiting',
  attended: 'me_course_attended',
  cancelled: 'me_course_cancelled',
} as const satisfies Record<string, MessageKey>
