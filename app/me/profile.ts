import type { Member } from '../../contracts/member.ts'
import { languageTag, type Locale } from '../i18n/locale.ts'

type Address = Pick<Member, 'address' | 'zip' | 'city' | 'countryCode'>

/** Returns the known lines of a postal address. */
export function addressLines({ address, zip, city, countryCode }: Address, locale: Locale): string[] {
  const town = [zip, city].filter(Boolean).join(' ')
  return [address, town, countryCode && nameOf('region', countryCode, locale)].filter(
    (line) => !!line,
  ) as string[]
}

/** Returns the name of a country or a language; an unknown code stays as it is. */
export function nameOf(type: 'region' | 'language', code: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames(languageTag[locale], { type }).of(code) ?? code
  } catch {
    return code
  }
}
