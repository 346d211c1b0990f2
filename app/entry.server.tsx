import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { renderToString } from 'react-dom/server'
import { servicesOf } from './context.ts'
import { withoutSecret } from '../contracts/secret-path.ts'
import { localeOf } from './i18n/locale.ts'
import { messageFileAt } from './i18n/messages.ts'
import { contentPolicy } from './delivery/content-policy.ts'
import { UserAgentContext } from './errors/bots.ts'
import { previewed } from './preview/preview.ts'
import { createReport } from './errors/reporting.ts'
import { pageScripts, withEarlyStart, withLateStart } from './delivery/late-start.ts'
import { styleText } from './delivery/style-texts.ts'
import { StoryHtmlContext, storyHtml } from './delivery/story-html.ts'

/**
 * Renders a page whole, in one string: bots and people get the same bytes, and one that is everybody's can be kept.
 * React Router would stream its data through Suspense, which one string cannot hold: the data are drained first and
 * put where the stream would have put them (facts of the pinned version; e2e/hydration.e2e.ts watches over it).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const data = await drained(router.serverHandoffStream)
  const drawn = renderToString(
    <UserAgentContext value={request.headers.get('user-agent')}>
      <StoryHtmlContext value={context.get(storyHtml)}>
        <ServerRouter context={{ ...router, serverHandoffStream: undefined }} url={request.url} />
      </StoryHtmlContext>
    </UserAgentContext>,
  )
  const isContent = headers.get('cache-control')?.startsWith('public') ?? false
  const page = `<!DOCTYPE html>${drawn.replace('</body>', () => `${pageScripts(data)}</body>`)}`
  const html = isContent
    ? withLateStart(page)
    : withEarlyStart(page, textsFor(page, request, context), styleText)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set(
    'content-security-policy',
    contentPolicy(html, servicesOf(context).config, context.get(previewed)),
  )
  headers.set('cache-control', headers.get('cache-control') ?? 'private, no-cache')
  return new Response(request.method === 'HEAD' ? null : Buffer.from(html), { status, headers })
}

/** Address of the texts that a screen of the app waits for (it says so itself, `app/root.tsx`); null = it has all. */
function textsFor(page: string, { url }: Request, context: RouterContextProvider): string | null {
  if (import.meta.env.DEV || !/^<!DOCTYPE html><html[^>]* data-app=/.test(page)) return null
  return messageFileAt(localeOf(new URL(url).pathname), servicesOf(context).config.buildId)
}

/** What fails while a page is made is reported; a request that its sender gave up is not a failure. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  const { log } = servicesOf(context)
  const path = withoutSecret(new URL(request.url).pathname)
  createReport((details, message) => log.error(details, message))(error, path)
}

async function drained(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  return stream ? new Response(stream).text() : ''
}
