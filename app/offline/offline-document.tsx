import { renderToStaticMarkup } from 'react-dom/server'
import type { SiteServices } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'
import { OfflinePage } from './offline-page.tsx'

/** Returns the offline page as HTML, the same for everybody. */
export async function offlineDocument(
  services: Pick<SiteServices, 'space'>,
  locale: Locale,
): Promise<string> {
  const { name } = await services.space(locale)
  return `<!DOCTYPE html>${renderToStaticMarkup(<OfflinePage spaceName={name} locale={locale} />)}`
}
