import type { PageContent } from '../../contracts/story.ts'
import { BlockList } from './blocks.tsx'

/** An ordinary page. Its title is the `h1` unless a block at its top has one. */
export function Page({ content }: { content: PageContent }) {
  const hasHero = content.body.some(({ component }) => component === 'hero')
  return (
    <div className="story story-page" data-audience={content.audience || undefined}>
      {!hasHero && <h1>{content.title}</h1>}
      <BlockList blocks={content.body} />
    </div>
  )
}
