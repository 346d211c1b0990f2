import type { BlockTypes } from '../../contracts/blocks.ts'
import { AssetFigure } from './asset-figure.tsx'
import { RichText } from './richtext.tsx'
import { SafeLink } from './safe-link.tsx'

/** Text beside a picture. */
export function ContentTeaser({ block }: { block: BlockTypes['content-teaser'] }) {
  const { eyebrow, title, text, drawing, picture_side: side } = block
  return (
    <section className={`content-teaser picture-${side}`}>
      <div>
        {eyebrow && (
          <p className="dimension">
            <span>{eyebrow}</span>
          </p>
        )}
        <h2>{title}</h2>
        <RichText text={text} />
        {block.link_label && (
          <p className="actions">
            <SafeLink link={block.link} className="button quiet">
              {block.link_label}
            </SafeLink>
          </p>
        )}
      </div>
      <AssetFigure asset={drawing} />
    </section>
  )
}
