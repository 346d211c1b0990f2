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

/** The content of a story by its root content type; of an unknown one nothing, with one warning. */
export function StoryRoot({ content }: { content: Story['content'] }) {
  if (!Object.hasOwn(roots, content.component)) {
    warnOnce('story', content.component)
    return null
  }
  // The name picks the component that takes exactly this content, which the type of a lookup cannot say.
  const Root = roots[content.component as keyof ContentTypes] as ComponentType<{ content: Story['content'] }>
  return <Root content={content} />
}
