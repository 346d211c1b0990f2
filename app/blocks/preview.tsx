import type { BlockTypes } from '../../contracts/blocks.ts'
import { Card } from './card.tsx'
import { entryOf, usePageData } from './page-data.tsx'

/** Another story as a card; one that is not published is left out. */
export function Preview({ block }: { block: BlockTypes['preview'] }) {
  const card = entryOf(usePageData().stories, block.story)
  return card ? <Card card={card} /> : null
}
