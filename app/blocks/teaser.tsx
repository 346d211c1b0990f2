import type { BlockTypes } from '../../contracts/blocks.ts'
import { AssetFigure } from './asset-figure.tsx'
import { SafeLink } from './safe-link.tsx'

/** A card with content by an editor, with or without a link. */
export function Teaser({ block }: { block: BlockTypes['teaser'] }) {
  const { title, text, drawing, link, link_label: label } = block
  return (
    <article className="card teaser">
      <AssetFigure asset={drawing && { ...drawing, alt: '' }} thumbnail />
      <div>
        <h3>
          <SafeLink link={link} otherwise={title}>
            {title}
          </SafeLink>
        </h3>
        {text && <p>{text}</p>}
        {label && link && (
          <p className="card-more" aria-hidden>
            {label}
          </p>
        )}
      </div>
    </article>
  )
}
