import { servicesOf } from '../../context.ts'
import * as paths from '../../paths.ts'
import { redirectToStory } from './redirect-to-story.ts'
import type { Route } from './+types/machines'

/** `/machines` and `/machines/{slug}` are `/maschinen…` and `/en/equipment…` (`decisions.md` 19). */
export function loader({ url, params, context }: Route.LoaderArgs) {
  return redirectToStory(url, params.slug, paths.machines, servicesOf(context))
}
