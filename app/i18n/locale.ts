import { createContext, useContext } from 'react'
import type { Locale } from '../../contracts/problem.ts'

export type { Locale } from '../../contracts/problem.ts'

export const locales = ['de', 'en'] as const satisfies readonly Locale[]

/** The language of an address: `/en` and below is English, everything else German. */
export function localeOf(pathname: string): Locale {
  return pathname === '/en' || pathname.startsWith('/en/') ? 'en' : 'de'
}

/** Set at the top of what is drawn: by the document from its address, by blocks from their story. */
export const LocaleContext = createContext<Locale>('de')

/** The language of the page that is shown. */
export function useLocale(): Locale {
  return useContext(LocaleContext)
}

/** BCP 47 tag for `Intl` and `lang`. */
export const languageTag = { de: 'de-DE', en: 'en-GB' } as const satisfies Record<Locale, string>
