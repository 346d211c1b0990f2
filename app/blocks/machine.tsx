import { ViewTransition } from 'react'
import type { Facts } from '../../contracts/blocks.ts'
import type { MachineContent } from '../../contracts/story.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from '../shell/link.tsx'
import { AssetFigure } from './asset-figure.tsx'
import { BlockList } from './blocks.tsx'
import { MachineDetails } from './machine-details.tsx'
import { entryOf, usePageData } from './page-data.tsx'
import { SheetFrame } from './sheet-frame.tsx'
import { StoryResource } from './story-resource.ts'

/** A machine's page: a drawing sheet with parts list and title block, then its other blocks. */
export function Machine({ content }: { content: MachineContent }) {
  const { title, summary, body, resource } = content
  const locale = useLocale()
  const t = useTranslate()
  return (
    <StoryResource value={resource}>
      <article className="story machine">
        <nav className="breadcrumb" aria-label={t('site_breadcrumb')}>
          <Link to={paths.machines(locale)}>{t('site_machine_all')}</Link>
        </nav>
        <header className="machine-head">
          <h1>{title}</h1>
          {summary && <p className="lead">{summary}</p>}
        </header>
        <Sheet content={content} />
        {/* The sheet shows the details already. */}
        <BlockList blocks={body.filter(({ component }) => component !== 'machine-details')} />
      </article>
    </StoryResource>
  )
}

function Sheet({ content }: { content: MachineContent }) {
  const { title, drawing, facts, machine_type, resource, body } = content
  const t = useTranslate()
  const type = entryOf(usePageData().labels, machine_type)
  const details = body.find((block) => block.component === 'machine-details' && 'resource' in block)
  return (
    <section className="machine-sheet sheet">
      <SheetFrame />
      <ViewTransition name={resource === null ? 'auto' : `machine-${resource}`} share="auto" default="none">
        <AssetFigure asset={drawing} first />
      </ViewTransition>
      <div className="machine-block">
        {facts.length > 0 && <PartsList facts={facts} />}
        <dl className="title-rows">
          <div>
            <dt>{t('site_machine_name')}</dt>
            <dd>{title}</dd>
          </div>
          <div>
            <dt>{t('site_machine_type')}</dt>
            <dd>{type ?? t('site_pending')}</dd>
          </div>
        </dl>
        <MachineDetails block={details ?? { component: 'machine-details', _uid: '', resource }} />
      </div>
    </section>
  )
}

/** The numbers are those of the drawing's callouts. */
function PartsList({ facts }: { facts: Facts }) {
  const t = useTranslate()
  return (
    <table className="parts">
      <caption>{t('site_machine_parts')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('site_machine_part_number')}</th>
          <th scope="col">{t('site_machine_part')}</th>
          <th scope="col">{t('site_machine_value')}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ number, label, value }, index) => (
          <tr key={`${number} ${index}`}>
            <td>
              <span className="callout">{number}</span>
            </td>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
