import type { KnownStory } from '../../contracts/story.ts'
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
    label: labelOf(content),
    foreignId:
      content.component === 'machine'
        ? content.resource
        : content.component === 'workshop'
          ? content.course
          : null,
  }
}

function labelOf(content: KnownStory['content']): string {
  switch (content.component) {
    case 'machine':
      return content.machine_type
    case 'workshop':
      return content.grade
    case 'project-card':
      return content.maker
    case 'trainer':
      return content.role
    default:
      return ''
  }
}

/** Returns the picture of an ordinary page: that of its first block with one. */
function pictureOf(
  body: Extract<KnownStory['content'], { component: 'page' }>['body'],
): StoryCard['picture'] {
  for (const block of body) if ('drawing' in block && block.drawing) return block.drawing
  return null
}
