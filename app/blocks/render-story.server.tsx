import { renderToStaticMarkup } from 'react-dom/server'
import { jsonLd, structuredData } from '../seo/json-ld.ts'
import type { SpaceFrame } from '../frame/space-frame.ts'
import { LocaleContext } from '../i18n/locale.ts'
import type { LoadedPage } from './load-page.ts'
import { PageDataProvider } from './page-data.tsx'
import { SiteAddress } from './picture-source.ts'
import { StoryRoot } from './story-root.tsx'

/**
 * A page's blocks as HTML. They are drawn here only: the browser gets their HTML, in the document and when it navigates,
 * so neither the blocks nor their data travel to it (docs/decisions/014-content-is-html.md). What an editor wrote
 * becomes elements and text on the way; nothing of theirs is taken as markup.
 */
export function renderStory(page: LoadedPage, site: { publicUrl: string; space: SpaceFrame }): string {
  const things = structuredData(page, site)
  return renderToStaticMarkup(
    <LocaleContext value={page.locale}>
      <SiteAddress value={site.publicUrl}>
        <PageDataProvider data={page}>
          <StoryRoot content={page.content} />
        </PageDataProvider>
      </SiteAddress>
      {things.length > 0 && (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd(things) }} />
      )}
    </LocaleContext>,
  )
}
