import type { LoadedPage } from './load-page.ts'
import { Blocks } from './blocks.tsx'
import { MachineSheet } from './machine-sheet.tsx'
import { PageContext } from './page-context.ts'

/** A story of the content service with its blocks; draws the page's one `h1` unless its first block does. */
export function StoryPage({ page }: { page: LoadedPage }) {
  const { content, title, labels, machines, drawings } = page
  const [first] = content.body
  const lead = content.component === 'page' && first?.component === 'hero' ? first._uid : null
  const resource = content.component === 'machine' ? content.resource : null
  return (
    <PageContext value={{ labels, machines, drawings, resource, lead }}>
      <main id="content" className="page story">
        {content.component === 'machine' ? (
          <MachineSheet machine={content} title={title} />
        ) : (
          lead === null && <h1>{title}</h1>
        )}
        <Blocks blocks={content.component === 'machine' ? withoutDetails(content.body) : content.body} />
      </main>
    </PageContext>
  )
}

/** The sheet draws the machine's details; the same block again below it would say everything twice. */
function withoutDetails(body: LoadedPage['content']['body']) {
  return body.filter(({ component }) => component !== 'machine-details')
}
