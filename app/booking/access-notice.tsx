import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import type { TrainingWays } from '../../contracts/live.ts'
import * as paths from '../paths.ts'
import { useSession } from '../session/session.ts'
import { Link } from '../frame/link.tsx'
import type { BookableEquipment } from './equipment-picker.tsx'
import type { Missing } from './use-access.ts'

interface AccessNoticeProps {
  equipment: BookableEquipment
  /** Things that the member lacks on that day; undefined for visitors and until it is known. */
  missing: Missing | undefined
}

/**
 * Says what the member lacks for the equipment, and how to get it. For visitors it is in the page from the start, so that
 * nothing moves once the session is known; styles hide the training from visitors who signed in here before.
 */
export function AccessNotice({ equipment, missing }: AccessNoticeProps) {
  const { status } = useSession()
  const t = useTranslate()
  const lacks = missing ?? (equipment.requiresTraining && status !== 'authenticated' ? onlyTraining : [])
  // The training can be got meanwhile.
  const codes: Missing = equipment.isBookable
    ? lacks
    : ['bookingState', ...lacks.filter((code) => code === 'noPermission')]
  if (codes.length === 0) return null
  return (
    <ul className="notice ways">
      {codes.map((code) => (
        <li key={code} className={!missing && code === 'noPermission' ? 'for-visitors' : undefined}>
          <span>
            {t(
              code === 'noPermission' && !missing && equipment.isBookable
                ? 'booking_training_visitor'
                : words[code],
            )}
          </span>{' '}
          <MissingLink code={code} training={equipment.training} className={missing && 'button'} />
        </li>
      ))}
    </ul>
  )
}

const onlyTraining: Missing = ['noPermission']

interface MissingLinkProps {
  /** The code of a refusal, as the booking rules name it. */
  code: string
  /** The way to the training for the refused equipment. */
  training: TrainingWays | null | undefined
  /** Class of the link to take now. */
  className?: string | undefined
}

/** Links to where the member gets a missing package or training; nothing for other refusals. */
export function MissingLink({ code, training, className }: MissingLinkProps) {
  const locale = useLocale()
  const t = useTranslate()
  if (code === 'noPackage')
    return (
      <Link className={className} to={paths.me(locale, 'packages')}>
        {t('booking_quote_package')}
      </Link>
    )
  if (code !== 'noPermission' || !training) return null
  return training.steps.map(({ href, label, next }, index) => (
    <div key={href}>
      <Link className={index ? undefined : className} to={href}>
        {label}
      </Link>{' '}
      <span>{next}</span>
    </div>
  ))
}

const words: Record<Missing[number], MessageKey> = {
  bookingState: 'booking_access_state',
  noPackage: 'booking_access_package',
  noPermission: 'booking_training_needed',
}
