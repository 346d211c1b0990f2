import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { useSession } from '../session/session.ts'
import { Link } from '../shell/link.tsx'
import type { BookableMachine } from './machine-picker.tsx'
import type { Missing } from './use-access.ts'

interface AccessNoticeProps {
  machine: BookableMachine
  /** What the member lacks on that day; undefined for visitors and while nobody knows. */
  missing: Missing | undefined
}

/** Says in words whether the member may book the machine, and what is missing with the way to get it. */
export function AccessNotice({ machine, missing }: AccessNoticeProps) {
  const { status } = useSession()
  const locale = useLocale()
  const t = useTranslate()

  if (!missing) return <TrainingNeeded machine={machine} isKnown={status === 'anonymous'} />
  if (missing.length === 0) return <p className="hint">{t('booking_access_all')}</p>
  return (
    <ul className="notice">
      {missing.map((code) => (
        <li key={code}>
          {t(words[code])}{' '}
          {code === 'noPackage' && (
            <Link to={paths.me(locale, 'packages')}>{t('booking_quote_package')}</Link>
          )}
          {code === 'noPermission' && (
            <Link to={paths.me(locale, 'trainings')}>{t('booking_training_link')}</Link>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What a visitor is told; it stands in the page for those without JavaScript, too. */
function TrainingNeeded({ machine, isKnown }: { machine: BookableMachine; isKnown: boolean }) {
  const locale = useLocale()
  const t = useTranslate()
  if (!machine.requiresTraining) return null
  const notice = (
    <p className="notice">
      {t('booking_training_needed')} <Link to={paths.events(locale)}>{t('booking_training_link')}</Link>
    </p>
  )
  return isKnown ? notice : <noscript>{notice}</noscript>
}

const words: Record<Missing[number], MessageKey> = {
  bookingState: 'booking_access_state',
  noPackage: 'booking_access_package',
  noPermission: 'booking_training_missing',
}
