import { identityMessages } from '../../contracts/identity-messages.ts'
import { type Locale, localeOf } from '../i18n/locale.ts'
import * as paths from '../paths.ts'
import { askedBy } from './address.ts'

const key = 'session.locale'

/** The language in which somebody went to sign in: the provider's answer comes to the German address always. */
export function rememberLocale(locale: Locale, memory: Pick<Storage, 'setItem'>): void {
  memory.setItem(key, locale)
}

/**
 * Where a refused unverified login belongs, null when the address tells of none. Decided before anything is mounted
 * (`decisions.md` 16): the language is that of the sign-in, of the address, or the one that was chosen.
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

/** The message is German in both addresses: the page itself shows its own language. */
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
