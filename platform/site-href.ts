import type { Locale } from '../contracts/problem.ts'

/**
 * Returns the address of a page of the site in a language.
 * @param siteUrl public address of the site, without a slash at its end
 * @param path without the prefix of the language
 */
export function hrefOf(siteUrl: string, locale: Locale, path: string): string {
  return `${siteUrl}${locale === 'en' ? '/en' : ''}${path}`
}
