import type { Member } from '../../contracts/member.ts'
import { languageTag, type Locale } from '../i18n/locale.ts'

type Address = Pick<Member, 'address' | 'zip' | 'city' | 'countryCode'>

/** The lines of a postal address, without those that are not known. */
export function addressLines({ address, zip, city, countryCode }: Address, locale: Locale): string[] {
  const town = [zip, city].filter(Boolean).join(' ')
  return [address, town, countryCode && nameOf('region', countryCode, locale)].filter(
    (line) => !!line,
  ) as string[]
}

/** The name of a country or a language; a code that is none stays as it is. */
export function nameOf(type: 'region' | 'language', code: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames(languageTag[locale], { type }).of(code) ?? code
  } catch {
    return code
  }
}
