import type { BlockTypes } from '../../contracts/blocks.ts'
import { AssetFigure } from './asset-figure.tsx'
import { SafeLink } from './safe-link.tsx'
import { SheetFrame } from './sheet-frame.tsx'

/** The top of a page as a drawing sheet: its `h1`, up to two links, and a large drawing. */
export function Hero({ block }: { block: BlockTypes['hero'] }) {
  return (
    <section className="hero sheet">
      <SheetFrame />
      <div className="hero-text">
        <h1>{block.title}</h1>
        {block.text && <p className="lead">{block.text}</p>}
        <div className="actions">
          {block.action_label && (
            <SafeLink link={block.action_link} className={`button ${block.action_variant}`.trim()}>
              {block.action_label}
            </SafeLink>
          )}
          {block.second_label && (
            <SafeLink link={block.second_link} className="button quiet">
              {block.second_label}
            </SafeLink>
          )}
        </div>
      </div>
      <AssetFigure asset={block.drawing} first />
    </section>
  )
}
