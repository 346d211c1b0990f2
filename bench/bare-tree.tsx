import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { type LoadedPage, loadPage } from '../app/blocks/load-page.ts'
import { PageDataProvider } from '../app/blocks/page-data.tsx'
import { SiteAddress } from '../app/blocks/picture.tsx'
import { StoryRoot } from '../app/blocks/story-root.tsx'
import type { SiteServices } from '../app/context.ts'
import { LocaleContext } from '../app/i18n/locale.ts'
import '../app/i18n/message-files.server.ts'
import { readMenus } from '../app/frame/menus.ts'
import { Footer } from '../app/frame/footer.tsx'
import { Header } from '../app/frame/header.tsx'
import { createContentClient } from '../clients/content/content.ts'
import { createLog } from '../platform/log.ts'
import { createPictures } from '../platform/images/render-image.ts'
import { createContent } from '../services/content/content.ts'

const silent = createLog('silent')

/** Prepares the machines overview as the product renders it; `render` repeats it. */
export async function bareTree(): Promise<{ render(): string }> {
  const fetch = createContent({
    folder: 'content',
    publicToken: 'public',
    previewToken: 'preview',
    assetBase: 'http://localhost:4874/content',
    reload: false,
    pictures: createPictures(),
    log: silent,
  })
  const content = createContentClient({
    endpoint: 'http://bench.local/v2',
    token: 'public',
    fetch,
    now: () => Date.now(),
    versionMaxAgeMs: 0,
    warn: () => undefined,
  })
  const labels = async () => ({
    'machine-types': await content.labels('machine-types', 'de'),
    'workshop-grade': await content.labels('workshop-grade', 'de'),
    'space-address': await content.labels('space-address', 'de'),
  })
  const readAsset = async (url: string) => {
    const answer = await fetch(new Request(url.replace('/content/', '/')))
    return answer.ok ? answer.text() : null
  }
  const services = {
    content,
    labels,
    readAsset,
    log: silent,
  } as unknown as SiteServices
  const page = await loadPage(services, 'de', 'maschinen')
  if (!page) throw new Error('the demo content has no machines overview')
  const menus = await readMenus(services, 'de')
  const element = <Tree page={page} menus={menus} />
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/maschinen'] })
  return { render: () => renderToString(<RouterProvider router={router} />) }
}

function Tree({ page, menus }: { page: LoadedPage; menus: Awaited<ReturnType<typeof readMenus>> }) {
  const space = {
    name: 'Halle 9',
    email: 'a@b.example',
    phone: '+49 221',
    hours: ['Täglich'],
    openingHours: [],
    zone: 'Europe/Berlin',
  }
  return (
    <html lang="de">
      <head>
        <title>Maschinen</title>
      </head>
      <body>
        <LocaleContext value="de">
          <Header space={space} pages={menus.main} />
          <main id="content" className="page">
            <SiteAddress value="http://localhost:4874">
              <PageDataProvider data={page}>
                <StoryRoot content={page.content} />
              </PageDataProvider>
            </SiteAddress>
          </main>
          <Footer address={{}} space={space} menus={menus} />
        </LocaleContext>
      </body>
    </html>
  )
}
