import type { BlockTypes } from '../../contracts/blocks.ts'
import { Card } from './card.tsx'
import { entryOf, usePageData } from './page-data.tsx'

/** Another story as a card; an unpublished one is left out. */
export function Preview({ block }: { block: BlockTypes['preview'] }) {
  const card = entryOf(usePageData().stories, block.story)
  return card ? <Card card={card} /> : null
}
