import { identityMessages } from '../../contracts/identity-messages.ts'
import { type Locale, localeOf } from '../i18n/locale.ts'
import * as paths from '../paths.ts'
import { askedBy } from './address.ts'

const key = 'session.locale'

/** Remembers the language of the sign-in, because the provider always answers to the German address. */
export function rememberLocale(locale: Locale, memory: Pick<Storage, 'setItem'>): void {
  memory.setItem(key, locale)
}

/**
 * Returns the message page of a refused unverified login (E10), otherwise null. Decided before hydration: the
 * language is that of the sign-in, the cookie or the address.
 * @param cookie `document.cookie`
 */
export function refusalIn(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  memory: Pick<Storage, 'getItem'>,
  cookie: string,
): string | null {
  if (askedBy(search) !== 'refusal') return null
  const chosenEnglish = cookie.split('; ').includes('i18n_redirected=en')
  const remembered = memory.getItem(key) ?? (chosenEnglish ? 'en' : localeOf(pathname))
  return refusalAddress(remembered === 'en' ? 'en' : 'de')
}

/** The message is German in both addresses; the page shows its own language (A9). */
export function refusalAddress(locale: Locale): string {
  return paths.auth(
    locale,
    new URLSearchParams({
      message: identityMessages.verifyFirst.de,
      success: 'false',
      verification_required: 'true',
    }),
  )
}
