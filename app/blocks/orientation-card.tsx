import type { BlockTypes } from '../../contracts/blocks.ts'
import { SafeLink } from './safe-link.tsx'

/** A link for one audience, in its accent. */
export function OrientationCard({ block }: { block: BlockTypes['orientation-card'] }) {
  return (
    <article className="orientation-card" data-audience={block.audience || undefined}>
      <h3>{block.title}</h3>
      {block.text && <p>{block.text}</p>}
      {block.link_label && (
        <p className="actions">
          <SafeLink link={block.link} className="button">
            {block.link_label}
          </SafeLink>
        </p>
      )}
    </article>
  )
}
