import { useParams } from 'react-router'
import { Link } from '../../frame/link.tsx'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { AttendanceScreen } from '../../me/attendance-screen.tsx'
import { useOwnList } from '../../me/use-staff.ts'
import * as paths from '../../paths.ts'

export const meta = titled('me_attendance_title')

/** `/me/attendance/{date}`: a trainer marks who is there and who has passed. */
export default function AttendanceOfDate() {
  const calls = useOwnList(Number(useParams()['date']))
  const locale = useLocale()
  const t = useTranslate()
  return (
    <section className="me-attendance">
      <AttendanceScreen calls={calls} title={t('me_attendance_title')} />
      <p>
        <Link to={paths.me(locale, 'attendance')}>{t('me_attendance_all')}</Link>
      </p>
    </section>
  )
}
