import { errorMessage } from '../../clients/store-error.ts'
import { qrCode } from '../../formats/qr-code.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { WriteFailed } from '../live/loaded.tsx'
import * as paths from '../paths.ts'
import { type AttendanceCalls, useAttendanceCode } from './use-attendance.ts'

/** Shows the code by which people check themselves in: a picture for cameras, and six figures to type. */
export function CheckInCode({ calls, dateId }: { calls: AttendanceCalls; dateId: number }) {
  const { data, error } = useAttendanceCode(calls)
  const locale = useLocale()
  const t = useTranslate()
  if (error) return <WriteFailed title={t('me_attendance_no_code')} text={errorMessage(error)} />
  if (!data) return <p aria-busy="true">{t('me_attendance_code_loading')}</p>
  const address = location.origin + paths.page(locale, `check-in/course/${dateId}`)
  const { size, path } = qrCode(`${address}#${data.code}`)
  return (
    <div className="attendance-code">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('me_attendance_code_picture')}>
        <path d={path} />
      </svg>
      <div>
        <p className="attendance-figures">
          {data.code.slice(0, 3)} {data.code.slice(3)}
        </p>
        <p>{t('me_attendance_code_text')}</p>
        <p className="hint">{address.replace(/^https?:\/\//, '')}</p>
      </div>
    </div>
  )
}
