import type { Locale } from '../i18n/locale.ts'
import * as paths from '../paths.ts'
import { paper } from '../frame/paper.ts'
import { manifestIcons } from './icons.ts'

/**
 * Returns the web app manifest in a language (W3C Application Manifest). The app opens the member area, which shows the
 * member card; `id` is the same in both languages, so that they are one app.
 * @param name of the space
 */
export function webManifest(name: string, locale: Locale) {
  return {
    id: '/',
    lang: locale,
    name,
    short_name: shortNameOf(name),
    start_url: paths.me(locale),
    scope: '/',
    display: 'standalone',
    background_color: paper.light,
    theme_color: paper.light,
    icons: manifestIcons.map(({ src, size, purpose }) => ({
      src,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  }
}

/** Most letters that home screens show below an icon. */
const mostLetters = 12

/** Returns the whole words of a name that fit below an icon; the first word always stays. */
function shortNameOf(name: string): string {
  const [first = name, ...rest] = name.trim().split(/\s+/)
  let short = first
  for (const word of rest) {
    if (short.length + 1 + word.length > mostLetters) break
    short += ` ${word}`
  }
  return short
}
