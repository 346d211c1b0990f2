import { Outlet, redirectDocument, useRouteLoaderData } from 'react-router'
import { localeOf } from '../i18n/locale.ts'
import { hasMessages, loadMessageFile, useTranslate } from '../i18n/messages.ts'
import { SearchShortcut } from '../search/search-shortcut.tsx'
import { Footer } from '../frame/footer.tsx'
import { Header } from '../frame/header.tsx'
import type { loader as rootLoader } from '../root.tsx'
import type { Route } from './+types/language'

/** The shared layout of all routes, under no prefix (German) or `en`. */
export default function Language() {
  const t = useTranslate()
  const frame = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <>
      <a className="skip-link" href="#content">
        {t('site_skip_to_content')}
      </a>
      {frame && <Header space={frame.space} pages={frame.menus.main} />}
      <Outlet />
      <SearchShortcut />
      {frame && <Footer space={frame.space} menus={frame.menus} />}
    </>
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
