import { BlockList } from './blocks.tsx'
import type { LoadedPage } from './load-page.ts'
import { Machine } from './machine.tsx'
import { PageDataProvider } from './page-data.tsx'

/** A story of the content service with its blocks; its title is the page's one `h1` unless a hero brings it. */
export function StoryPage({ page }: { page: LoadedPage }) {
  const { content, title, machines, labels, drawings } = page
  const lead = (content.component === 'page' && content.body.find(isHero)?._uid) || null
  return (
    <PageDataProvider data={{ machines, labels, drawings, lead }}>
      <main id="content" className="page story">
        {content.component === 'machine' ? (
          <Machine content={content} />
        ) : (
          <>
            {lead === null && <h1>{title}</h1>}
            <BlockList blocks={content.body} />
          </>
        )}
      </main>
    </PageDataProvider>
  )
}

function isHero({ component }: { component: string }): boolean {
  return component === 'hero'
}
