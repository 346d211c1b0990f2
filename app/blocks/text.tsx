import type { BlockTypes } from '../../contracts/blocks.ts'
import { RichText } from './richtext.tsx'

export function TextBlock({ block }: { block: BlockTypes['text'] }) {
  return (
    <section className="text">
      <RichText text={block.body} />
    </section>
  )
}
