import { Link } from '../frame/link.tsx'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { useRights } from './use-rights.ts'

/** The steps to a first booking, for a member who has none: a training, which may be done, and the booking. The first open one is the main one. */
export function FirstSteps() {
  const isTrained = !!useRights().trainings?.length
  const locale = useLocale()
  const t = useTranslate()
  return (
    <ol className="me-steps">
      <li data-done={isTrained || undefined}>
        <h3>{t('me_steps_training')}</h3>
        <p>{t(isTrained ? 'me_steps_training_done' : 'me_steps_training_text')}</p>
        {!isTrained && (
          <Link className="button" to={paths.workshops(locale)}>
            {t('me_steps_training_action')}
          </Link>
        )}
      </li>
      <li>
        <h3>{t('me_steps_booking')}</h3>
        <p>{t(isTrained ? 'me_steps_booking_text' : 'me_steps_booking_untrained')}</p>
        <Link className={isTrained ? 'button' : 'button quiet'} to={paths.booking(locale)}>
          {t('me_bookings_book')}
        </Link>
      </li>
      <li>
        <h3>{t('me_steps_work')}</h3>
        <p>{t('me_steps_work_text')}</p>
      </li>
    </ol>
  )
}
