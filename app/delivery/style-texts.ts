import { readFileSync } from 'node:fs'

const known = new Map<string, string>()

/** Returns the text of a style sheet of the build; null for any other address, and in development. */
export function styleText(href: string): string | null {
  if (import.meta.env.DEV || !/^\/assets\/[\w-]+\.css$/.test(href)) return null
  const text = known.get(href) ?? readFileSync(new URL(`../client${href}`, import.meta.url), 'utf8')
  known.set(href, text)
  return text
}
