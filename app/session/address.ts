import { verifyFirst } from '../../contracts/verify-first.ts'
import { type Locale, localeOf } from '../i18n/locale.ts'
import * as paths from '../paths.ts'

/** Request of an address to the session at start (A1, E10). */
export type Asked = 'refusal' | 'callback' | 'nothing'

/**
 * Reads the query. A refused unverified login has no code and may have no transaction. Old Auth0 rules say
 * `unauthorized`, actions say `access_denied`.
 */
export function askedBy(search: string): Asked {
  const query = new URLSearchParams(search)
  const refused = ['unauthorized', 'access_denied'].includes(query.get('error') ?? '')
  if (refused && query.get('error_description') === 'verify-mail') return 'refusal'
  if (!query.has('state')) return 'nothing'
  return ['code', 'connect_code', 'error'].some((name) => query.has(name)) ? 'callback' : 'nothing'
}

/**
 * Returns the ticket in the fragment of an address, with which the link of a verification mail signs in; null without
 * one.
 */
export function ticketIn(hash: string): string | null {
  return /^#ticket=([\w-]{43})$/.exec(hash)?.[1] ?? null
}

const returnKey = 'session.returnTo'
const returnHours = 24

/** Remembers where somebody wanted to sign in, for the link of a verification mail, which opens another tab. */
export function rememberReturn(path: string, memory: Pick<Storage, 'setItem'>, now: number): void {
  memory.setItem(returnKey, `${now + returnHours * 3_600_000} ${path}`)
}

/** Returns that address and forgets it; null without one, or after a day. */
export function takeReturn(memory: Pick<Storage, 'getItem' | 'removeItem'>, now: number): string | null {
  const [until = '', path = ''] = (memory.getItem(returnKey) ?? '').split(' ')
  memory.removeItem(returnKey)
  return path !== '' && Number(until) > now ? path : null
}

const localeKey = 'session.locale'

/** Remembers the language of the sign-in, because the provider always answers to the German address. */
export function rememberLocale(locale: Locale, memory: Pick<Storage, 'setItem'>): void {
  memory.setItem(localeKey, locale)
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
  const remembered = memory.getItem(localeKey) ?? (chosenEnglish ? 'en' : localeOf(pathname))
  return refusalAddress(remembered === 'en' ? 'en' : 'de')
}

/** The message is German in both addresses; the page shows its own language (A9). */
export function refusalAddress(locale: Locale): string {
  return paths.auth(
    locale,
    new URLSearchParams({
      message: verifyFirst.de,
      success: 'false',
      verification_required: 'true',
    }),
  )
}
