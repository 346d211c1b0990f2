import { type Locale, localeOf } from '../i18n/locale.ts'
import { type MessageKey, translate } from '../i18n/messages.ts'
import type { loader as rootLoader } from '../root.tsx'
import { contentMeta } from './content-page.tsx'

interface Match {
  loaderData?: unknown
}

/** Returns the `meta` function of a screen that the sitemap lists, with the same tags as a content page. */
export function listed(title: MessageKey, description: MessageKey, path: (locale: Locale) => string) {
  return ({
    location,
    matches,
  }: {
    location: { pathname: string }
    matches: readonly (Match | undefined)[]
  }) => {
    const root = matches[0]?.loaderData as Awaited<ReturnType<typeof rootLoader>> | undefined
    const locale = localeOf(location.pathname)
    const page = {
      path: path(locale),
      title: translate(locale, title),
      description: translate(locale, description),
      audience: '',
      alternates: { de: path('de'), en: path('en') },
      sharedAs: '/home',
      html: null,
    }
    return contentMeta(page, root?.space.name ?? '', root?.config.publicUrl ?? '')
  }
}
