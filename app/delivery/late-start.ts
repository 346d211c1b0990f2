import { pageScript } from './page-script.ts'

/*
 * How the code of a page reaches the browser. React Router writes preloads of modules, an inline module that imports
 * them, and its data. A content page is complete without that code: it starts when the page is idle or touched. A screen
 * starts at once (docs/decisions/025-first-view-of-a-screen.md).
 */

/** Returns the scripts at the end of a page: React Router's data, and the page script. */
export function pageScripts(data: string): string {
  const controller = 'window.__reactRouterContext.streamController'
  return [`${controller}.enqueue(${escaped(data)});${controller}.close();`, pageScript]
    .map((code) => `<script>${code}</script>`)
    .join('')
}

/**
 * Removes the preloads of a page and gives its inline module a type that does not run; the page script starts it.
 * @throws Error when React Router no longer writes its inline module this way
 */
export function withLateStart(html: string): string {
  const start = '<script type="module" async="">'
  if (!html.includes(start))
    throw new Error('React Router writes its scripts differently: see app/delivery/late-start.ts')
  const { before, main, after } = parted(html)
  const late = (part: string) =>
    part.replace(start, `<script type="${lateType}">`).replace(/<link rel="modulepreload"[^>]*>/g, '')
  return late(before) + main + late(after)
}

/**
 * Inlines the style sheets of a page, so that it is painted without waiting for another response, and preloads the
 * message file, which hydration waits for.
 * @param messages address of the message file; null = the page does not need one
 * @param styles returns the text of a style sheet by its address; null = it stays a link
 */
export function withEarlyStart(
  html: string,
  messages: string | null,
  styles: (href: string) => string | null,
): string {
  const [head = '', ...rest] = html.split('</head>')
  const withStyles = head.replace(/<link rel="stylesheet" href="([^"]*)"\/>/g, (link, href: string) => {
    const text = styles(href)
    // React looks for the link; the browser does not fetch a disabled one.
    return text === null ? link : `<style>${text}</style>${link.replace('/>', ' disabled=""/>')}`
  })
  const preload = messages
    ? `<link rel="preload" as="fetch" href="${messages}" crossorigin="anonymous"/>`
    : ''
  return [withStyles + preload, ...rest].join('</head>')
}

/** Splits a page around its content by editors, which never contains a script of the site. */
export function parted(html: string): { before: string; main: string; after: string } {
  const [start, end] = [html.indexOf('<main'), html.lastIndexOf('</main>')]
  if (start < 0 || end < start) return { before: html, main: '', after: '' }
  return { before: html.slice(0, start), main: html.slice(start, end), after: html.slice(end) }
}

/** A type that no browser runs */
const lateType = 'text/late-module'

/** Returns text as a JSON string for an inline script: it contains nothing that ends the script or a line. */
function escaped(data: string): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
