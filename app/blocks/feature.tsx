import type { BlockTypes } from '../../contracts/blocks.ts'

/** One figure: the value large, its meaning below. */
export function Feature({ block }: { block: BlockTypes['feature'] }) {
  const { value, title, text } = block
  return (
    <article className="feature">
      {value && <p className="feature-value">{value}</p>}
      <h3>{title}</h3>
      {text && <p>{text}</p>}
    </article>
  )
}
