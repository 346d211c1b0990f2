import type { BlockTypes } from '../../contracts/blocks.ts'

/** The heading of a section; its first line is styled as a dimension line. */
export function SectionHeaders({ block }: { block: BlockTypes['section-headers'] }) {
  return (
    <header className="section-headers">
      {block.eyebrow && (
        <p className="dimension">
          <span>{block.eyebrow}</span>
        </p>
      )}
      {block.title && <h2>{block.title}</h2>}
      {block.text && <p className="lead">{block.text}</p>}
    </header>
  )
}
