import { servicesOf } from '../../context.ts'
import * as paths from '../../paths.ts'
import { redirectToStory } from './redirect-to-story.ts'
import type { Route } from './+types/workshops'

/** `/workshops[/{slug}]` redirects to `/kurse…` or `/en/courses…` (R17, R18). */
export function loader({ url, params, context }: Route.LoaderArgs) {
  return redirectToStory(url, params.slug, paths.workshops, servicesOf(context))
}
