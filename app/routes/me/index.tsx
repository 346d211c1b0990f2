import { redirect } from 'react-router'
import { localeOf } from '../../i18n/locale.ts'
import * as paths from '../../paths.ts'
import type { Route } from './+types/index'

/**
 * `/me` redirects to `/me/profil` (R1). The sign-in callback also lands here and is handled by the session, so the
 * query is kept.
 */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(paths.me(localeOf(url.pathname)) + url.search)
}
