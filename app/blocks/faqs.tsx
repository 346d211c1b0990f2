import type { BlockTypes } from '../../contracts/blocks.ts'
import { NestedBlocks } from './nesting.tsx'

export function Faqs({ block }: { block: BlockTypes['faqs'] }) {
  return (
    <section className="faqs">
      {block.title && <h2>{block.title}</h2>}
      <div className="questions">
        <NestedBlocks blocks={block.questions} />
      </div>
    </section>
  )
}
