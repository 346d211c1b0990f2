import { servicesOf } from '../../context.ts'
import * as paths from '../../paths.ts'
import { redirectToStory } from './redirect-to-story.ts'
import type { Route } from './+types/workshops'

/** `/workshops` and `/workshops/{slug}` are `/kurse…` and `/en/courses…` (`decisions.md` 19). */
export function loader({ url, params, context }: Route.LoaderArgs) {
  return redirectToStory(url, params.slug, paths.workshops, servicesOf(context))
}
