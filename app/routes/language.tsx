import { Outlet, redirectDocument } from 'react-router'
import { localeOf } from '../i18n/locale.ts'
import { hasMessages, loadMessageFile } from '../i18n/messages.ts'
import { SearchShortcut } from '../search/search-shortcut.tsx'
import { PageFrame } from '../frame/page-frame.tsx'
import type { Route } from './+types/language'

/** The shared layout of all routes, under no prefix (German) or `en`. */
export default function Language() {
  return (
    <PageFrame>
      <Outlet />
      <SearchShortcut />
    </PageFrame>
  )
}

/**
 * Loads the texts of app screens before a navigation in the browser renders one. Without them (E5) the server draws the
 * page: a screen would show the keys of its texts.
 */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ url }, next) => {
    const locale = localeOf(url.pathname)
    const [result] = await Promise.all([next(), loadMessageFile(locale)])
    if (!hasMessages(locale)) throw redirectDocument(url.pathname + url.search + url.hash)
    return result
  },
]
