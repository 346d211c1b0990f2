import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { servicesOf } from './context.ts'
import { withoutSecret } from '../contracts/secret-path.ts'
import { type Locale, localeOf } from './i18n/locale.ts'
import { messageFileAt, translate } from './i18n/messages.ts'
import { contentPolicy } from './delivery/content-policy.ts'
import {
  iconAddress,
  isApp,
  renderDocument,
  styleText,
  withIcon,
  withLateStart,
  withStartAfterPaint,
  withStyles,
} from './delivery/document.ts'
import { StoryHtmlContext, storyHtml } from './delivery/story-html.ts'
import { UserAgentContext } from './errors/bots.ts'
import { createReport, isForeign } from './errors/reporting.ts'
import { previewed } from './preview/preview.ts'

/** Renders a page; a cacheable one starts its code late. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  // A visitor may have hung up while the data were loaded.
  request.signal.throwIfAborted()
  const page = await renderDocument(router, (router) => (
    <UserAgentContext value={request.headers.get('user-agent')}>
      <StoryHtmlContext value={context.get(storyHtml)}>
        <ServerRouter context={router} url={request.url} />
      </StoryHtmlContext>
    </UserAgentContext>
  ))
  const isRefused = status >= 400 && Object.keys(router.staticHandlerContext.actionData ?? {}).length > 0
  const isContent = headers.get('cache-control')?.startsWith('public') ?? false
  const started = isContent
    ? withIcon(withLateStart(page), iconAddress())
    : withStartAfterPaint(
        isRefused ? withRefusal(page, localeOf(new URL(request.url).pathname)) : page,
        messagesFor(page, request, context),
      )
  const html = withStyles(started, styleText)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set(
    'content-security-policy',
    contentPolicy(html, servicesOf(context).config, {
      isPreview: context.get(previewed),
      pathname: new URL(request.url).pathname,
    }),
  )
  headers.set('cache-control', headers.get('cache-control') ?? 'private, no-cache')
  return new Response(request.method === 'HEAD' ? null : Buffer.from(html), { status, headers })
}

/** Says first that a form was refused, as `ErrorSummary` does in the browser; no `meta` knows what an action returned. */
function withRefusal(page: string, locale: Locale): string {
  return page.replace('<title>', () => `<title>${translate(locale, 'form_error_prefix')} `)
}

/** Returns the address of the message file that a screen of the app hydrates with; null for other pages. */
function messagesFor(page: string, { url }: Request, context: RouterContextProvider): string | null {
  if (import.meta.env.DEV || !isApp(page)) return null
  return messageFileAt(localeOf(new URL(url).pathname), servicesOf(context).config.buildId)
}

/** Reports an error of a request, unless its sender has aborted it or another site sent it, which is refused. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  const { log, config } = servicesOf(context)
  if (isForeign(request, config.publicUrl)) return
  const path = withoutSecret(new URL(request.url).pathname)
  createReport((details, message) => log.error(details, message))(error, path)
}
