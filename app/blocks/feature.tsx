import type { BlockTypes } from '../../contracts/blocks.ts'

/** One measured fact: the value large, what it stands for below. */
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
