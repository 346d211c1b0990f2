import type { BlockTypes } from '../../contracts/blocks.ts'
import { answerAnchor } from './answer-anchor.ts'
import { RichText } from './richtext.tsx'

export function Faq({ block }: { block: BlockTypes['faq'] }) {
  return (
    <details className="faq">
      <summary>{block.question}</summary>
      <div className="answer" id={answerAnchor(block)}>
        <RichText text={block.answer} />
      </div>
    </details>
  )
}
