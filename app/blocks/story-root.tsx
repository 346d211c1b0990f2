import type { ComponentType } from 'react'
import type { ContentTypes, Story } from '../../contracts/story.ts'
import { Machine } from './machine.tsx'
import { Page } from './page.tsx'
import { ProjectCard } from './project-card.tsx'
import { Trainer } from './trainer.tsx'
import { warnOnce } from './warn-once.ts'
import { Workshop } from './workshop.tsx'

const roots: { [K in keyof ContentTypes]: ComponentType<{ content: ContentTypes[K] }> } = {
  page: Page,
  machine: Machine,
  workshop: Workshop,
  'project-card': ProjectCard,
  trainer: Trainer,
}

/** Renders a story by its root content type; nothing for an unknown one, with one warning. */
export function StoryRoot({ content }: { content: Story['content'] }) {
  if (!Object.hasOwn(roots, content.component)) {
    warnOnce('story', content.component)
    return null
  }
  // The component with this name takes exactly this content; the type of a lookup cannot express that.
  const Root = roots[content.component as keyof ContentTypes] as ComponentType<{ content: Story['content'] }>
  return <Root content={content} />
}
