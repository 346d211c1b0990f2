import { StoreError } from '../../../clients/store-error.ts'
import { clockTime, longDay } from '../../i18n/format.ts'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { Link } from '../../frame/link.tsx'
import { Loaded } from '../../live/loaded.tsx'
import { useStaffDates } from '../../me/use-staff.ts'
import * as paths from '../../paths.ts'

export const meta = titled('me_attendance_title')

/** The dates that a trainer runs; a manager has all. */
export default function Attendance() {
  const query = useStaffDates()
  const locale = useLocale()
  const t = useTranslate()
  return (
    <section>
      <h1>{t('me_attendance_title')}</h1>
      {isOfOthers(query.error) ? (
        <>
          <p>{t('me_attendance_only')}</p>
          <Link className="button quiet" to={paths.me(locale)}>
            {t('me_to_overview')}
          </Link>
        </>
      ) : (
        <Loaded query={query} failed={t('me_attendance_failed')}>
          {(dates) =>
            dates.length === 0 ? (
              <p>{t('me_attendance_no_dates')}</p>
            ) : (
              <ul className="me-list">
                {dates.map(({ id, title, fromDateTime }) => (
                  <li key={id}>
                    <div>
                      <h2>
                        <Link to={paths.me(locale, `attendance/${id}`)}>{title[locale]}</Link>
                      </h2>
                      <p>
                        {longDay(fromDateTime, locale, true)}, {clockTime(fromDateTime)}
                      </p>
                    </div>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </section>
  )
}

/** Another try would end the same: the account runs no courses. */
function isOfOthers(error: Error | null): boolean {
  return error instanceof StoreError && error.status === 403
}
