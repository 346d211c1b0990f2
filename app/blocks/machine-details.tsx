import { useContext } from 'react'
import type { BlockTypes } from '../../contracts/blocks.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { LiveText } from './live-text.tsx'
import { StoryResource } from './story-resource.ts'

/** The live state of a machine and a link to book it. Rows without a value are kept, so that nothing shifts. */
export function MachineDetails({ block }: { block: BlockTypes['machine-details'] }) {
  const t = useTranslate()
  const locale = useLocale()
  const ofStory = useContext(StoryResource)
  const resource = block.resource ?? ofStory
  if (!resource) return null
  return (
    <section className="machine-details" aria-label={t('block_machine_now')}>
      <dl className="title-rows live-facts">
        {rows.map(([label, field]) => (
          <div key={field}>
            <dt>{t(label)}</dt>
            <dd className={field === 'status' ? 'live-status' : undefined}>
              <LiveText of="equipment" id={resource} field={field}>
                {t('block_pending')}
              </LiveText>
            </dd>
          </div>
        ))}
      </dl>
      <p className="actions">
        <a className="button" href={paths.booking(locale, resource)}>
          <LiveText of="equipment" id={resource} field="action">
            {t('block_machine_book')}
          </LiveText>
        </a>
      </p>
      <p className="hint live-missing">{t('block_machine_live_missing')}</p>
    </section>
  )
}

const rows = [
  ['block_machine_state', 'status'],
  ['block_machine_next_free', 'nextFree'],
  ['block_machine_price', 'price'],
  ['block_machine_training', 'training'],
] as const satisfies [MessageKey, string][]
