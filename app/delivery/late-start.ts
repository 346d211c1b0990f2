import { pageScript } from './page-script.ts'

/*
 * How a page's own code reaches the browser. React Router writes: preloads of modules, an inline module that imports
 * them, and its data. On pages that are complete without it, nothing of that may stand between a visitor and the text:
 * the preloads go, and the inline module waits until the page script starts it, when the page is idle or touched.
 */

/** The scripts at the end of a page: React Router's data, and the page script. */
export function pageScripts(data: string): string {
  const controller = 'window.__reactRouterContext.streamController'
  return [`${controller}.enqueue(${escaped(data)});${controller}.close();`, `(${pageScript.toString()})();`]
    .map((code) => `<script>${code}</script>`)
    .join('')
}

/** A page whose modules start late. @throws Error when React Router no longer writes its module the way it did */
export function withLateStart(html: string): string {
  const start = '<script type="module" async="">'
  if (!html.includes(start))
    throw new Error('React Router writes its scripts differently: look at late-start.ts')
  const { before, main, after } = parted(html)
  const late = (part: string) =>
    part.replace(start, `<script type="${lateType}">`).replace(/<link rel="modulepreload"[^>]*>/g, '')
  return late(before) + main + late(after)
}

/**
 * A page whose modules start at once. What it is drawn with is in it, so that it is drawn while they are on their way.
 * A phone has six connections to spend: first on what the modules would ask for themselves (`texts`, the message file),
 * which is a round trip saved, then on the modules, then on type. Modules are of low priority, as nothing that is drawn
 * waits for them.
 * @param texts address of the message file; null = the page does not wait for one
 * @param styles text of a style sheet by its address; null = it is left to the browser to ask for
 */
export function withEarlyStart(
  html: string,
  texts: string | null,
  styles: (href: string) => string | null,
): string {
  const [head = '', ...rest] = html.split('</head>')
  const after = (link: string) => link.replace('/>', ' fetchpriority="low"/>')
  const modules: string[] = []
  const fonts: string[] = []
  const drawn = head
    .replace(/<link rel="modulepreload"[^>]*>/g, (link) => (modules.push(after(link)), ''))
    .replace(/<link rel="preload" as="font"[^>]*>/g, (link) => (fonts.push(link), ''))
    .replace(/<link rel="stylesheet" href="([^"]*)"\/>/g, (link, href: string) => {
      const text = styles(href)
      // React looks for the link and must find it; one that is disabled is not asked for.
      return text === null ? link : `<style>${text}</style>${link.replace('/>', ' disabled=""/>')}`
    })
  if (texts) modules.unshift(`<link rel="preload" as="fetch" href="${texts}" crossorigin="anonymous"/>`)
  return [drawn + modules.join('') + fonts.join(''), ...rest].join('</head>')
}

/** A page around what editors wrote: they write no script, and nothing there is looked at as one. */
export function parted(html: string): { before: string; main: string; after: string } {
  const [start, end] = [html.indexOf('<main'), html.lastIndexOf('</main>')]
  if (start < 0 || end < start) return { before: html, main: '', after: '' }
  return { before: html.slice(0, start), main: html.slice(start, end), after: html.slice(end) }
}

/** No type that a browser runs. */
const lateType = 'text/late-module'

/** JSON as part of an inline script: nothing in it ends the script or a line. */
function escaped(data: string): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
