import type { BlockTypes } from '../../contracts/blocks.ts'
import { RichText } from './richtext.tsx'

export function Intro({ block }: { block: BlockTypes['intro'] }) {
  return (
    <section className="intro">
      <RichText text={block.text} />
    </section>
  )
}
