import type { LoadedPage } from './load-page.ts'
import { PageDataProvider } from './page-data.tsx'
import { StoryRoot } from './story-root.tsx'

/** A story of the content service with its blocks and all that they need. */
export function StoryPage({ page }: { page: LoadedPage }) {
  return (
    <PageDataProvider data={page}>
      <main id="content" className="page">
        <StoryRoot content={page.content} />
      </main>
    </PageDataProvider>
  )
}
