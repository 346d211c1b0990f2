import type { BlockTypes } from '../../contracts/blocks.ts'
import { NestedBlocks } from './nesting.tsx'

export function FeatureBanner({ block }: { block: BlockTypes['feature-banner'] }) {
  const { title, text, features } = block
  return (
    <section className="feature-banner">
      {(title || text) && (
        <header className="section-headers">
          {title && <h2>{title}</h2>}
          {text && <p className="lead">{text}</p>}
        </header>
      )}
      <div className="features">
        <NestedBlocks blocks={features} />
      </div>
    </section>
  )
}
