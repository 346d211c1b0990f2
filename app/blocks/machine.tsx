import type { Facts } from '../../contracts/blocks.ts'
import type { MachineContent } from '../../contracts/story.ts'
import { useTranslate } from '../i18n/messages.ts'
import { AssetFigure } from './asset-figure.tsx'
import { BlockList } from './blocks.tsx'
import { entryOf, usePageData } from './page-data.tsx'
import { StoryResource } from './story-resource.ts'

/** A machine's page: its drawing large, the facts beside it under the numbers of the callouts, then its blocks. */
export function Machine({ content }: { content: MachineContent }) {
  const type = entryOf(usePageData().labels, content.machine_type)
  return (
    <article className="story machine">
      <header className="machine-header">
        {type && <p className="eyebrow">{type}</p>}
        <h1>{content.title}</h1>
        {content.summary && <p className="lead">{content.summary}</p>}
      </header>
      <div className="machine-sheet">
        <AssetFigure asset={content.drawing} first />
        {content.facts.length > 0 && <FactList facts={content.facts} />}
      </div>
      <StoryResource value={content.resource}>
        <BlockList blocks={content.body} />
      </StoryResource>
    </article>
  )
}

function FactList({ facts }: { facts: Facts }) {
  const t = useTranslate()
  return (
    <ol className="facts" aria-label={t('site_machine_parts')}>
      {facts.map(({ number, label, value }) => (
        <li key={`${number} ${label} ${value}`}>
          <span className="fact-number">{number}</span> <span className="fact-label">{label}</span>{' '}
          <span className="fact-value">{value}</span>
        </li>
      ))}
    </ol>
  )
}
