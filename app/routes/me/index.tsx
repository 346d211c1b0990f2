import { redirect } from 'react-router'
import { localeOf } from '../../i18n/locale.ts'
import * as paths from '../../paths.ts'
import type { Route } from './+types/index'

/**
 * `/me` itself shows nothing: it leads to `/me/profil` (specification section 2). The sign-in callback also lands
 * here; the session handles it before, so the query is kept.
 */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(paths.me(localeOf(url.pathname)) + url.search)
}
