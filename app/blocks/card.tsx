import { AssetFigure } from './asset-figure.tsx'
import { LiveStatus } from './live-status.tsx'
import { entryOf, type StoryCard, usePageData } from './page-data.tsx'

/** A story as a card: all of it links to its page, and a machine shows its live state. */
export function Card({ card, level = 3 }: { card: StoryCard; level?: 3 | 4 }) {
  const label = useCardLabel(card)
  // The list of machines shows the type once, above its group.
  const inGroup = card.kind === 'machine' && level === 4
  const Heading = `h${level}` as const
  return (
    <article className={`card ${card.kind}`}>
      <AssetFigure asset={card.picture && { ...card.picture, alt: '' }} thumbnail />
      <div>
        {label && !inGroup && <p className="card-label">{label}</p>}
        <Heading>
          <a href={card.href}>{card.title}</a>
        </Heading>
        {card.summary && <p>{card.summary}</p>}
        {card.kind === 'machine' && <LiveStatus resource={card.foreignId} />}
      </div>
    </article>
  )
}

/** Returns the text above a card: the label of a grade, else the story's own text. */
function useCardLabel({ kind, label }: StoryCard): string {
  const { labels } = usePageData()
  if (kind === 'workshop') return entryOf(labels['workshop-grade'], label) ?? ''
  if (kind === 'machine') return entryOf(labels['machine-types'], label) ?? ''
  return label
}
