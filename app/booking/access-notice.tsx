import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import type { TrainingWay } from '../../contracts/live.ts'
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

/** Says what the member lacks for the equipment, and how to get it. */
export function AccessNotice({ equipment, missing }: AccessNoticeProps) {
  const { status } = useSession()
  const t = useTranslate()

  if (!missing)
    return (
      <>
        {!equipment.isBookable && <p className="notice">{t('booking_access_state')}</p>}
        {status !== 'authenticated' && <TrainingNeeded equipment={equipment} />}
      </>
    )
  // The training can be got meanwhile.
  const codes = equipment.isBookable
    ? missing
    : (['bookingState', ...missing.filter((code) => code === 'noPermission')] as const)
  if (codes.length === 0) return null
  return (
    <ul className="notice ways">
      {codes.map((code) => (
        <li key={code}>
          <span>{t(words[code])}</span>{' '}
          <MissingLink code={code} training={equipment.training} className="button" />
        </li>
      ))}
    </ul>
  )
}

/**
 * Shown to visitors. It is in the page from the start, so that nothing moves once the session is known; styles hide
 * it from visitors who signed in here before.
 */
function TrainingNeeded({ equipment }: { equipment: BookableEquipment }) {
  const t = useTranslate()
  if (!equipment.requiresTraining) return null
  return (
    <p className="notice ways for-visitors">
      <span>{t('booking_training_needed')}</span>{' '}
      <MissingLink code="noPermission" training={equipment.training} />
    </p>
  )
}

interface MissingLinkProps {
  /** The code of a refusal, as the booking rules name it. */
  code: string
  /** The way to the training for the refused equipment. */
  training: TrainingWay | null | undefined
  /** Class of the link to take now. */
  className?: string
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
  return (
    <>
      {training.first?.map((step) => (
        <span key={step.href}>
          <Link className={className} to={step.href}>
            {step.label}
          </Link>
        </span>
      ))}
      <Link className={training.first ? undefined : className} to={training.href}>
        {training.label}
      </Link>{' '}
      <span>{training.next}</span>
    </>
  )
}

const words: Record<Missing[number], MessageKey> = {
  bookingState: 'booking_access_state',
  noPackage: 'booking_access_package',
  noPermission: 'booking_training_missing',
}
