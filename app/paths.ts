import type { PagePath, storyFolders, storyPages } from '../contracts/addresses.ts'
import type { Locale } from './i18n/locale.ts'

/** The pages below another one. */
export type Below<Parent extends string> = PagePath extends infer Path
  ? Path extends `${Parent}/${infer Child}`
    ? Child
    : never
  : never

/**
 * Every link of the site as a function: `home('en')` is `/en`, `page('en', 'events')` is `/en/events`, `booking('de', 4)` is
 * `/booking?machine=4`. A path that contracts/addresses.ts does not state does not compile; the types alone come from
 * there, because every page loads this.
 */
export const home = (locale: Locale) => (locale === 'en' ? '/en' : '/')
export const page = (locale: Locale, path: PagePath | `${PagePath}?${string}`) => `${prefix(locale)}/${path}`
export const booking = (locale: Locale, equipmentId?: number) =>
  page(locale, equipmentId ? `booking?machine=${equipmentId}` : 'booking')
/**
 * The week of a piece of equipment that holds a day (YYYY-MM-DD), what is chosen in it, the own booking (id) that moves, and
 * where its move began.
 */
export const bookingAt = (
  locale: Locale,
  query: { machine: number; day: string; from?: string; until?: string; moves?: number; began?: string },
) =>
  page(
    locale,
    `booking?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  )
/** One course: its number counts, the words are for people. */
export const event = (locale: Locale, id: number, title: string) =>
  page(locale, `events/${id}-${slugOf(title)}`)
/** Where people sign up for a date of a course. */
export const eventSignUp = (locale: Locale, id: number, title: string, dateId: number) =>
  `${eventNews(locale, id, title)}?date=${dateId}`
/** The same page without a date: all of them, and who wants to hear of new ones. */
export const eventNews = (locale: Locale, id: number, title: string) =>
  page(locale, `events/${id}-${slugOf(title)}/sign-up`)
/** Where people sign up for a date without an account. */
export const eventGuest = (locale: Locale, id: number, title: string, dateId: number) =>
  page(locale, `events/${id}-${slugOf(title)}/guest?date=${dateId}`)
/** One date as a calendar file. */
export const eventCalendar = (locale: Locale, id: number, dateId: number) =>
  page(locale, `events/${id}/${dateId}.ics`)
export const auth = (locale: Locale, query: URLSearchParams) => page(locale, `auth?${query}`)
export const onboarding = (locale: Locale, step: Below<'onboarding'> = 'start') =>
  page(locale, `onboarding/${step}`)
/** The first step with the name of a chosen package. */
export const choosePackage = (locale: Locale, kind: 'member' | 'day' | 'team', name: string) =>
  page(locale, `${kind === 'team' ? 'team' : 'onboarding'}/start?${new URLSearchParams({ package: name })}`)
export const team = (locale: Locale, step: Below<'team'> = 'start') => page(locale, `team/${step}`)
export const me = (locale: Locale, child: Below<'me'> | `order?pack=${number}` = 'profil') =>
  page(locale, `me/${child}`)
/** A step of a sign-up; the confirmation is its end. */
export type SignUpStep = 'start' | 'user' | 'contact' | 'image' | 'payment' | 'confirmation'
export const signUp = (locale: Locale, flow: 'onboarding' | 'team', step: SignUpStep = 'start') =>
  flow === 'team' ? team(locale, step as Below<'team'>) : onboarding(locale, step as Below<'onboarding'>)
/** Stores the language of a path of the site, and goes there. */
export const chosenLanguage = '/language'
/** The link preview picture of a page, by the page's address in its language. */
export const sharePicture = (address: string) => {
  const [, english = '', bare = ''] = /^(\/en(?=\/|$))?(.*?)\/?$/.exec(address) ?? []
  return `${english}/share${bare || '/home'}.png`
}
/** The overview of equipment, and one piece by its slug in that language (R18). */
export const machines = (locale: Locale, slug?: string) =>
  story(locale, { de: 'maschinen', en: 'equipment' } satisfies typeof storyFolders.machines, slug)
export const workshops = (locale: Locale, slug?: string) =>
  story(locale, { de: 'kurse', en: 'courses' } satisfies typeof storyFolders.workshops, slug)
/** The packages and their prices. */
export const membership = (locale: Locale) =>
  story(locale, { de: 'mitgliedschaft', en: 'membership' } satisfies typeof storyPages.membership)
/** Terms and withdrawal notice. */
export const terms = (locale: Locale) =>
  story(locale, { de: 'agb', en: 'terms' } satisfies typeof storyPages.terms)
export const withdrawal = (locale: Locale) =>
  story(locale, { de: 'widerruf', en: 'withdrawal' } satisfies typeof storyPages.withdrawal)
export const search = (locale: Locale, query = '') =>
  page(locale, query ? `search?${new URLSearchParams({ q: query })}` : 'search')

/** A title as part of an address: lower case letters, digits and single hyphens. */
function slugOf(title: string): string {
  const plain = title.toLowerCase().replaceAll('\u00ad', '').replace(/[äöü]/g, '$&e').replace(/ß/g, 'ss')
  const ascii = plain.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  return ascii.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
}

/** The same address in the other language, where only the prefix differs (routes of the app). */
export function inLanguage(pathname: string, locale: Locale): string {
  const bare = pathname.replace(/^\/en(?=\/|$)/i, '')
  return locale === 'en' ? `/en${bare === '/' ? '' : bare}` : bare || '/'
}

function prefix(locale: Locale): string {
  return locale === 'en' ? '/en' : ''
}

function story(locale: Locale, folder: Record<Locale, string>, slug?: string): string {
  return `${prefix(locale)}/${folder[locale]}${slug ? `/${slug}` : ''}`
}
