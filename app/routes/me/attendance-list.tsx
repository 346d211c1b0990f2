import { useState } from 'react'
import { useParams, useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '../../root.tsx'
import { Link } from '../../frame/link.tsx'
import { clockTime, longDay } from '../../i18n/format.ts'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { Loaded } from '../../live/loaded.tsx'
import { AttendancePeople } from '../../me/attendance-people.tsx'
import { CheckInCode } from '../../me/check-in-code.tsx'
import { useAttendance, useMarking } from '../../me/use-attendance.ts'
import { useNow } from '../../me/use-now.ts'
import * as paths from '../../paths.ts'

export const meta = titled('me_attendance_title')

/** `/me/attendance/{date}`: a trainer marks who is there and who has passed. */
export default function AttendanceOfDate() {
  const id = Number(useParams()['date'])
  const [showsCode, setShowsCode] = useState(false)
  const query = useAttendance(id, showsCode)
  const marking = useMarking(id)
  const locale = useLocale()
  const t = useTranslate()
  const zone = useRouteLoaderData<typeof rootLoader>('root')?.space.zone ?? 'UTC'
  const now = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    .format(useNow())
    .replace(' ', 'T')
  return (
    <section className="me-attendance">
      <h1>{query.data?.title[locale] ?? t('me_attendance_title')}</h1>
      <Loaded query={query} failed={t('me_attendance_failed')}>
        {(list) => (
          <>
            <p>
              {longDay(list.fromDateTime, locale, true)}, {clockTime(list.fromDateTime)}
            </p>
            <details
              className="attendance-check-in"
              onToggle={({ currentTarget }) => setShowsCode(currentTarget.open)}
            >
              <summary>{t('me_attendance_code')}</summary>
              {showsCode && <CheckInCode dateId={id} />}
            </details>
            <AttendancePeople list={list} marking={marking} now={now} />
          </>
        )}
      </Loaded>
      <p>
        <Link to={paths.me(locale, 'attendance')}>{t('me_attendance_all')}</Link>
      </p>
    </section>
  )
}
