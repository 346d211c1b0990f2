import { createContext, useContext } from 'react'
import type { Locale } from '../../contracts/problem.ts'

export type { Locale } from '../../contracts/problem.ts'

export const locales = ['de', 'en'] as const satisfies readonly Locale[]

/** Returns the language of an address: English for `/en` and below, in any case as routes match it, otherwise German. */
export function localeOf(pathname: string): Locale {
  return /^\/en(?:\/|$)/i.test(pathname) ? 'en' : 'de'
}

/** Set by the document from its address and by blocks from their story. */
export const LocaleContext = createContext<Locale>('de')

export function useLocale(): Locale {
  return useContext(LocaleContext)
}

/** BCP 47 tag for `Intl` and `lang`. */
export const languageTag = { de: 'de-DE', en: 'en-GB' } as const satisfies Record<Locale, string>
