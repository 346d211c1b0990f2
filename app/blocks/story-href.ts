import type { KnownStory } from '../../contracts/story.ts'
import type { Locale } from '../i18n/locale.ts'
import * as paths from '../paths.ts'

/** Returns the address of the page that shows a story: of a course that people sign up for, the page of that course. */
export function storyHref(story: Pick<KnownStory, 'content' | 'addresses' | 'name'>, locale: Locale): string {
  const { content, addresses, name } = story
  return content.component === 'workshop' && content.course
    ? paths.event(locale, content.course, content.title || name)
    : addresses[locale]
}
