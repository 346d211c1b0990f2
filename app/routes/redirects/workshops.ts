import { servicesOf } from '../../context.ts'
import { redirectToStory } from './redirect-to-story.ts'
import type { Route } from './+types/workshops'

/** `/workshops` and `/workshops/{slug}` are `/kurse…` and `/en/courses…` (`decisions.md` 19). */
export function loader({ url, params, context }: Route.LoaderArgs) {
  return redirectToStory(url, params.slug, { de: 'kurse', en: 'courses' }, servicesOf(context))
}
