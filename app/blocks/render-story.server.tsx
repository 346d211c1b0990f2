import { renderToStaticMarkup } from 'react-dom/server'
import { JsonLd, structuredData } from '../seo/json-ld.tsx'
import type { SpaceFrame } from '../frame/space-frame.ts'
import { keepMarkupTogether } from '../i18n/keep-together.server.ts'
import { LocaleContext } from '../i18n/locale.ts'
import type { LoadedPage } from './load-page.ts'
import { PageDataProvider } from './page-data.tsx'
import { SiteAddress } from './picture.tsx'
import { StoryRoot } from './story-root.tsx'

/**
 * Renders the blocks of a page as HTML. The browser gets this HTML in the document and after a navigation, so neither
 * the code of the blocks nor their data are sent to it (docs/decisions/014-content-is-html.md). Text by editors becomes
 * elements and text, never markup.
 */
export function renderStory(page: LoadedPage, site: { publicUrl: string; space: SpaceFrame }): string {
  const html = renderToStaticMarkup(
    <LocaleContext value={page.locale}>
      <SiteAddress value={site.publicUrl}>
        <PageDataProvider data={page}>
          <StoryRoot content={page.content} />
        </PageDataProvider>
      </SiteAddress>
      <JsonLd things={structuredData(page, site)} />
    </LocaleContext>,
  )
  return keepMarkupTogether(html)
}
