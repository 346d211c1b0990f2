import type { BlockTypes } from '../../contracts/blocks.ts'
import { AssetFigure } from './asset-figure.tsx'
import { NestedBlocks } from './nesting.tsx'

/** A picture over the whole width of the window, with any blocks on it. */
export function Wow({ block }: { block: BlockTypes['wow'] }) {
  const { audience, title, drawing, body } = block
  return (
    <section className="wow" data-audience={audience || undefined}>
      <AssetFigure asset={drawing} />
      <div className="wow-body">
        {title && <h2>{title}</h2>}
        <NestedBlocks blocks={body} />
      </div>
    </section>
  )
}
