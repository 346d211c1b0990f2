import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '../root.tsx'
import { clockTime, longDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { Loaded } from '../live/loaded.tsx'
import { AttendancePeople } from './attendance-people.tsx'
import { CheckInCode } from './check-in-code.tsx'
import { type AttendanceCalls, useAttendance, useMarking } from './use-attendance.ts'
import { useNow } from './use-now.ts'

interface Props {
  calls: AttendanceCalls
  /** The heading until the title of the course is known. */
  title: string
}

/** The list of a date: its check-in code, and its people with their marks. */
export function AttendanceScreen({ calls, title }: Props) {
  const [showsCode, setShowsCode] = useState(false)
  const query = useAttendance(calls, showsCode)
  const marking = useMarking(calls)
  const locale = useLocale()
  const t = useTranslate()
  const zone = useRouteLoaderData<typeof rootLoader>('root')?.space.zone ?? 'UTC'
  const now = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    .format(useNow())
    .replace(' ', 'T')
  return (
    <>
      <h1>{query.data?.title[locale] ?? title}</h1>
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
              {showsCode && <CheckInCode calls={calls} dateId={list.id} />}
            </details>
            <AttendancePeople list={list} marking={marking} now={now} />
          </>
        )}
      </Loaded>
    </>
  )
}
