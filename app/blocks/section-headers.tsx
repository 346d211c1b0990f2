import type { BlockTypes } from '../../contracts/blocks.ts'

export function SectionHeaders({ block }: { block: BlockTypes['section-headers'] }) {
  return (
    <header className="section-headers">
      {block.eyebrow && <p className="eyebrow">{block.eyebrow}</p>}
      {block.title && <h2>{block.title}</h2>}
      {block.text && <p className="lead">{block.text}</p>}
    </header>
  )
}
