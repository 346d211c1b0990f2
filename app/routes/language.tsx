import { Outlet } from 'react-router'
import type { Route } from './+types/language'
import { localeOf } from '../i18n/locale.ts'
import { loadMessages } from '../i18n/messages.ts'

/** The shared layout of all routes; the segment before it is empty (German) or `en`. */
export default function Language() {
  return <Outlet />
}

/** A navigation in the browser may lead to a screen of the app: its texts are there before it draws. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }) => {
    await loadMessages(localeOf(new URL(request.url).pathname), { fetch, buildId: null, warn: console.warn })
  },
]
