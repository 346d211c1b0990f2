import { servicesOf } from '../../context.ts'
import { redirectToStory } from './redirect-to-story.ts'
import type { Route } from './+types/machines'

/** `/machines` and `/machines/{slug}` are `/maschinen…` and `/en/equipment…` (`decisions.md` 19). */
export function loader({ request, params, context }: Route.LoaderArgs) {
  return redirectToStory(request, params.slug, { de: 'maschinen', en: 'equipment' }, servicesOf(context))
}
