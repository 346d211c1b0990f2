import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { EntryContext } from 'react-router'
import { pageScripts } from './late-start.ts'

/**
 * Renders a document as one string: bots and people get the same bytes, and the page cache can store it. React Router
 * streams its data through Suspense, which one string cannot hold: the data are read first and written where the stream
 * would write them. This holds for the pinned version; `e2e/hydration.e2e.ts` checks it.
 * @param draw takes the router's context without its stream
 */
export async function renderDocument(
  router: EntryContext,
  draw: (router: EntryContext) => ReactNode,
): Promise<string> {
  const { serverHandoffStream: stream } = router
  const data = stream ? await new Response(stream).text() : ''
  const html = renderToString(draw({ ...router, serverHandoffStream: undefined }))
  return `<!DOCTYPE html>${html.replace('</body>', () => `${pageScripts(data)}</body>`)}`
}

/** Whether a document is a screen of the app: `app/root.tsx` marks it, and it hydrates with the whole message file. */
export function isApp(html: string): boolean {
  return /^<!DOCTYPE html><html[^>]* data-app=/.test(html)
}
