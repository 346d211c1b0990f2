import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { type PublicConfig, servicesOf } from './context.ts'
import { NonceContext } from './nonce.ts'
import { UserAgentContext } from './shell/bots.ts'
import { createReport } from './shell/reporting.ts'

/** Renders a page whole (bots and people get the same bytes) under a content policy with a nonce of its own. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64')
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', contentPolicy(nonce, servicesOf(context).config))
  headers.set('cache-control', headers.get('cache-control') ?? 'private, no-cache')
  if (request.method === 'HEAD') return Promise.resolve(new Response(null, { status, headers }))
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <UserAgentContext value={request.headers.get('user-agent')}>
          <ServerRouter context={router} url={request.url} nonce={nonce} />
        </UserAgentContext>
      </NonceContext>,
      {
        nonce,
        onAllReady() {
          const body = new PassThrough()
          pipe(body)
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
        },
        onShellError: reject,
      },
    )
  })
}

/** What fails while a page is made is reported; a request that its sender gave up is not a failure. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  const { log } = servicesOf(context)
  createReport((details, message) => log.error(details, message))(error, new URL(request.url).pathname)
}

/** Vite's own styles and web socket need more, in development only. */
const development = import.meta.env.DEV
  ? { style: ` 'unsafe-inline'`, connect: ' ws:' }
  : { style: '', connect: '' }

function contentPolicy(nonce: string, { identity, backendUrl, connectorUrl }: PublicConfig): string {
  const { domain } = identity
  const asked = [...new Set([domain, new URL(backendUrl).origin, new URL(connectorUrl).origin])].join(' ')
  return [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self'${development.style}`,
    `img-src 'self' data: https://a.storyblok.com`,
    `font-src 'self'`,
    `connect-src 'self' ${asked}${development.connect}`,
    `frame-src 'self' ${domain}`,
    `worker-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}
