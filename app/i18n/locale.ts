import { createContext, useContext } from 'react'
import type { Locale } from '../../contracts/problem.ts'

export type { Locale } from '../../contracts/problem.ts'

export const locales = ['de', 'en'] as const satisfies readonly Locale[]

/** Returns the language of an address: English for `/en` and below, otherwise German. */
export function localeOf(pathname: string): Locale {
  return pathname === '/en' || pathname.startsWith('/en/') ? 'en' : 'de'
}

/** Set by the document from its address and by blocks from their story. */
export const LocaleContext = createContext<Locale>('de')

export function useLocale(): Locale {
  return useContext(LocaleContext)
}

/** BCP 47 tag for `Intl` and `lang`. */
export const languageTag = { de: 'de-DE', en: 'en-GB' } as const satisfies Record<Locale, string>
