import type { BlockTypes } from '../../contracts/blocks.ts'
import { SafeLink } from './safe-link.tsx'

/** A call to action at the end of a page, in the colour of an audience. */
export function ContentEngagement({ block }: { block: BlockTypes['content-engagement'] }) {
  const { audience, title, text } = block
  return (
    <section className="content-engagement" data-audience={audience || undefined}>
      <div>
        <h2>{title}</h2>
        {text && <p className="lead">{text}</p>}
      </div>
      <p className="actions">
        {block.action_label && (
          <SafeLink link={block.action_link} className={`button ${audience}`.trim()}>
            {block.action_label}
          </SafeLink>
        )}
        {block.second_label && (
          <SafeLink link={block.second_link} className="button quiet">
            {block.second_label}
          </SafeLink>
        )}
      </p>
    </section>
  )
}
