import { useContext } from 'react'
import type { BlockTypes } from '../../contracts/blocks.ts'
import type { LiveEquipment } from '../../contracts/live.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from '../shell/link.tsx'
import { useLiveEquipment } from './live-equipment.ts'
import { StoryResource } from './story-resource.ts'

/** What a machine does right now and the way to book it. Live data never is in the page: it comes when it is idle. */
export function MachineDetails({ block }: { block: BlockTypes['machine-details'] }) {
  const t = useTranslate()
  const locale = useLocale()
  const ofStory = useContext(StoryResource)
  const live = useLiveEquipment()
  const resource = block.resource ?? ofStory
  if (!resource) return null
  const machine = Array.isArray(live) ? live.find(({ id }) => id === resource) : undefined
  const isMissing = live !== null && !machine
  return (
    <section className="machine-details" aria-label={t('site_machine_now')}>
      {isMissing ? <p className="hint">{t('site_machine_live_missing')}</p> : <LiveFacts machine={machine} />}
      <noscript>
        <p className="hint">{t('site_machine_live_missing')}</p>
      </noscript>
      <p className="actions">
        <Link className="button" to={paths.booking(locale, resource)}>
          {t(machine?.canBeBooked === false ? 'site_machine_see_week' : 'site_machine_book')}
        </Link>
      </p>
    </section>
  )
}

/** The same rows with and without values, so that nothing moves when they arrive. */
function LiveFacts({ machine }: { machine: LiveEquipment | undefined }) {
  const t = useTranslate()
  const training = machine?.requiresTraining ? 'site_machine_training_yes' : 'site_machine_training_no'
  const pending = t('site_pending')
  return (
    <dl className="title-rows live-facts" aria-busy={!machine}>
      <div>
        <dt>{t('site_machine_state')}</dt>
        <dd className="live-status" data-state={machine?.state}>
          {machine?.status ?? pending}
        </dd>
      </div>
      <div>
        <dt>{t('site_machine_next_free')}</dt>
        <dd>{machine ? (machine.nextFree ?? t('site_machine_none_free')) : pending}</dd>
      </div>
      <div>
        <dt>{t('site_machine_price')}</dt>
        <dd>{machine ? (machine.price ?? t('site_machine_no_price')) : pending}</dd>
      </div>
      <div>
        <dt>{t('site_machine_training')}</dt>
        <dd>{machine ? t(training) : pending}</dd>
      </div>
    </dl>
  )
}
