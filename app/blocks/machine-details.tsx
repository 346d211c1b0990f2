import { useContext, useEffect, useState } from 'react'
import type { BlockTypes } from '../../contracts/blocks.ts'
import type { LiveEquipment } from '../../contracts/live.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from '../shell/link.tsx'
import { loadLiveMachine } from './live-machine.ts'
import { StoryResource } from './story-resource.ts'

/** What a machine does right now and the way to book it. Live data never is in the page: it comes after hydration. */
export function MachineDetails({ block }: { block: BlockTypes['machine-details'] }) {
  const t = useTranslate()
  const locale = useLocale()
  const ofStory = useContext(StoryResource)
  const resource = block.resource ?? ofStory
  const { machine, failed } = useLiveMachine(resource, locale)
  if (!resource) return null
  return (
    <section className="machine-details" aria-label={t('site_machine_now')}>
      <div className="live" aria-live="polite">
        {machine && <LiveFacts machine={machine} />}
        {failed && <p className="hint">{t('site_machine_live_missing')}</p>}
      </div>
      {machine?.canBeBooked !== false && (
        <Link className="button" to={paths.booking(locale, resource)}>
          {t('site_book_machine')}
        </Link>
      )}
    </section>
  )
}

function LiveFacts({ machine }: { machine: LiveEquipment }) {
  const t = useTranslate()
  return (
    <dl>
      <div>
        <dt>{t('site_machine_state')}</dt>
        <dd className={`status ${machine.state}`}>{machine.status}</dd>
      </div>
      {machine.canBeBooked && (
        <div>
          <dt>{t('site_machine_next_free')}</dt>
          <dd>{machine.nextFree ?? t('site_machine_none_free')}</dd>
        </div>
      )}
      <div>
        <dt>{t('site_machine_price')}</dt>
        <dd>{machine.price ?? t('site_machine_no_price')}</dd>
      </div>
      <div>
        <dt>{t('site_machine_training')}</dt>
        <dd>{t(machine.requiresTraining ? 'site_machine_training_yes' : 'site_machine_training_no')}</dd>
      </div>
    </dl>
  )
}

interface Loaded {
  /** What was asked for: an answer to an earlier question is not shown. */
  key: string
  machine: LiveEquipment | null
  failed: boolean
}

function useLiveMachine(resource: number | null, locale: Locale): Omit<Loaded, 'key'> {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const key = `${resource} ${locale}`
  useEffect(() => {
    if (!resource) return
    const leaving = new AbortController()
    const show = (machine: LiveEquipment | null, failed: boolean) => {
      if (!leaving.signal.aborted) setLoaded({ key, machine, failed })
    }
    loadLiveMachine({ resource, locale, fetch, signal: leaving.signal }).then(
      (machine) => show(machine, false),
      () => show(null, true),
    )
    return () => leaving.abort()
  }, [resource, locale, key])
  return loaded?.key === key ? loaded : { machine: null, failed: false }
}
