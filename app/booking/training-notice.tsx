import { useQuery } from '@tanstack/react-query'
import { useConnector } from '../data/use-connector.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { authorise, useSession } from '../session/session.ts'
import { Link } from '../shell/link.tsx'
import type { BookableMachine } from './machine-picker.tsx'

/** Says in words whether a training is missing, with the way to get it; nothing where none is needed or it is there. */
export function TrainingNotice({ machine }: { machine: BookableMachine }) {
  const { status, member } = useSession()
  const locale = useLocale()
  const t = useTranslate()
  const trained = useTrainedEquipment(member?.id ?? null)

  if (!machine.requiresTraining) return null
  if (status === 'loading') {
    return (
      <noscript>
        <p className="notice">{t('booking_training_needed')}</p>
      </noscript>
    )
  }
  if (status === 'authenticated' && (trained === null || trained.includes(machine.id))) return null
  return (
    <p className="notice">
      {t(status === 'authenticated' ? 'booking_training_missing' : 'booking_training_needed')}{' '}
      <Link to={status === 'authenticated' ? paths.me(locale, 'trainings') : paths.events(locale)}>
        {t('booking_training_link')}
      </Link>
    </p>
  )
}

/** Ids of the equipment that the member's trainings unlock; null while unknown. */
export function useTrainedEquipment(memberId: number | null): number[] | null {
  const connector = useConnector()
  const { data } = useQuery({
    queryKey: ['trained', memberId],
    queryFn: () => connector.trainedEquipment(memberId ?? 0, authorise),
    enabled: memberId !== null,
  })
  return data ?? null
}
