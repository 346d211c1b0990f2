import { readFileSync } from 'node:fs'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { EntryContext } from 'react-router'
import { pageScript } from './page-script.ts'

/*
 * How the code of a page reaches the browser. React Router writes preloads of modules, an inline module that imports
 * them, and its data. A content page is complete without that code: it starts when the page is idle or touched. A screen
 * starts once it is painted. Both have their styles inline (docs/decisions/025-first-view-of-a-screen.md).
 */

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

/** Returns the scripts at the end of a page: React Router's data, and the page script. */
function pageScripts(data: string): string {
  const controller = 'window.__reactRouterContext.streamController'
  return [`${controller}.enqueue(${escaped(data)});${controller}.close();`, pageScript]
    .map((code) => `<script>${code}</script>`)
    .join('')
}

/**
 * Removes the preloads of a page, and makes the page script start its modules when it is idle or touched.
 * @throws Error when React Router no longer writes its inline module this way
 */
export function withLateStart(html: string): string {
  return withStart(html, 'idle', (part) =>
    part
      .replace('<link rel="manifest"', '<link rel="late-manifest"')
      .replace(/<link rel="modulepreload"[^>]*>/g, ''),
  )
}

/**
 * Makes the page script start modules and their preloads once the page is painted, for which they would take the line.
 * @param messages address of the message file, which hydration waits for; null = the page does not need one
 * @throws Error when React Router no longer writes its inline module this way
 */
export function withStartAfterPaint(html: string, messages: string | null): string {
  const preload = messages ? `<link rel="late-preload" href="${messages}" crossorigin="anonymous"/>` : ''
  return withStart(html, 'painted', (part) =>
    part
      .replace('</head>', () => `${preload}</head>`)
      .replaceAll('<link rel="modulepreload"', '<link rel="late-modulepreload"'),
  )
}

/** Gives the inline module of a page a type that no browser runs. */
function withStart(html: string, when: 'idle' | 'painted', change: (part: string) => string): string {
  const start = '<script type="module" async="">'
  if (!html.includes(start))
    throw new Error('React Router writes its scripts differently: see app/delivery/document.ts')
  const { before, main, after } = parted(html)
  const changed = (part: string) => change(part.replace(start, `<script type="text/module-when-${when}">`))
  return changed(before) + main + changed(after)
}

/**
 * Inlines the style sheets of a page, so that it is painted without waiting for another response.
 * @param styles returns the text of a style sheet by its address; null = it stays a link
 */
export function withStyles(html: string, styles: (href: string) => string | null): string {
  const end = html.indexOf('</head>')
  const head = html
    .slice(0, end)
    .replace(/<link rel="stylesheet" href="([^"]*)"\/>/g, (link, href: string) => {
      const text = styles(href)
      // Chromium fetches the link of a style sheet while it parses the page, also a disabled one.
      return text === null ? link : `<style>${text}</style>${link.replace('rel="', 'rel="late-')}`
    })
  return head + html.slice(end)
}

/**
 * Inlines the icon of a page: its request would take the line from the fonts.
 * @param address of the icon with its data; null = it stays a link
 */
export function withIcon(html: string, address: string | null): string {
  return address === null ? html : html.replace('href="/favicon.svg"', () => `href="${address}"`)
}

/** Splits a page around its content by editors, which never contains a script of the site. */
export function parted(html: string): { before: string; main: string; after: string } {
  const [start, end] = [html.indexOf('<main'), html.lastIndexOf('</main>')]
  if (start < 0 || end < start) return { before: html, main: '', after: '' }
  return { before: html.slice(0, start), main: html.slice(start, end), after: html.slice(end) }
}

/** Returns text as a JSON string for an inline script: it contains nothing that ends the script or a line. */
function escaped(data: string): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const styles = new Map<string, string>()

/** The folder of this build: the server's code may be in any file below its folder `server`. */
function buildFolder(): string {
  return import.meta.url.slice(0, import.meta.url.lastIndexOf('/server/') + 1)
}

/** Returns the text of a style sheet of the build; null for any other address, and in development. */
export function styleText(href: string): string | null {
  if (import.meta.env.DEV || !/^\/assets\/[\w-]+\.css$/.test(href)) return null
  const text = styles.get(href) ?? readFileSync(new URL(`client${href}`, buildFolder()), 'utf8')
  styles.set(href, text)
  return text
}

/** Returns the icon of the site as an address with its data; null in development. */
export function iconAddress(): string | null {
  if (import.meta.env.DEV) return null
  icon ??= `data:image/svg+xml,${encodeURIComponent(readFileSync(new URL('client/favicon.svg', buildFolder()), 'utf8'))}`
  return icon
}

let icon: string | null = null
