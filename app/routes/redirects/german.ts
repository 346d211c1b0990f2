import { servicesOf } from '../../context.ts'
import { withoutGerman } from './without-german.ts'
import type { Route } from './+types/german'

/** German has no prefix. */
export function loader({ url, context }: Route.LoaderArgs) {
  return withoutGerman(url, servicesOf(context))
}
