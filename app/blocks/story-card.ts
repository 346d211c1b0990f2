import type { KnownStory, PageContent } from '../../contracts/story.ts'
import type { Locale } from '../i18n/locale.ts'
import type { StoryCard } from './page-data.tsx'

/** Returns a story as a card in a language. */
export function storyCard({ uuid, name, content, addresses }: KnownStory, locale: Locale): StoryCard {
  return {
    uuid,
    kind: content.component,
    title: content.title || name,
    summary: content.component === 'page' ? content.description : content.summary,
    href: addresses[locale],
    picture: content.component === 'page' ? pictureOf(content.body) : content.drawing,
    ...subjectOf(content),
  }
}

function subjectOf(content: KnownStory['content']): Pick<StoryCard, 'label' | 'foreignId'> {
  switch (content.component) {
    case 'machine':
      return { label: content.machine_type, foreignId: content.resource }
    case 'workshop':
      return { label: content.grade, foreignId: content.course }
    case 'project-card':
      return { label: content.maker, foreignId: null }
    case 'trainer':
      return { label: content.role, foreignId: null }
    default:
      return { label: '', foreignId: null }
  }
}

/** Returns the picture of an ordinary page: that of its first block with one. */
function pictureOf(body: PageContent['body']): StoryCard['picture'] {
  for (const block of body) if ('drawing' in block && block.drawing) return block.drawing
  return null
}
