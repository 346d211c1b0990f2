import type { BlockTypes } from '../../contracts/blocks.ts'
import { NestedBlocks } from './nesting.tsx'

export function CardsWrapper({ block }: { block: BlockTypes['cards-wrapper'] }) {
  return (
    <section className="cards-wrapper">
      {block.title && <h2>{block.title}</h2>}
      <div className="cards">
        <NestedBlocks blocks={block.cards} />
      </div>
    </section>
  )
}
