import { useLocation } from 'react-router'
import type { Locale } from '../../contracts/problem.ts'

export type { Locale } from '../../contracts/problem.ts'

export const locales = ['de', 'en'] as const satisfies readonly Locale[]

/** The language of an address: `/en` and below is English, everything else German. */
export function localeOf(pathname: string): Locale {
  return pathname === '/en' || pathname.startsWith('/en/') ? 'en' : 'de'
}

/** The language of the page that is shown. */
export function useLocale(): Locale {
  return localeOf(useLocation().pathname)
}

/** BCP 47 tag for `Intl` and `lang`. */
export const languageTag = { de: 'de-DE', en: 'en-GB' } as const satisfies Record<Locale, string>
