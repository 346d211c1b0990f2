import { readFileSync } from 'node:fs'

const known = new Map<string, string>()

/** The text of one of the build's style sheets; null for any other address, as in development. */
export function styleText(href: string): string | null {
  if (import.meta.env.DEV || !/^\/assets\/[\w-]+\.css$/.test(href)) return null
  const text = known.get(href) ?? readFileSync(new URL(`../client${href}`, import.meta.url), 'utf8')
  known.set(href, text)
  return text
}
