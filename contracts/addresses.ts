import type { Locale } from './problem.ts'

/**
 * The addresses of the origin, stated once. Routes, links, the sitemap, robots.txt, the page cache, the paths of identity
 * and the names that stories may not take follow from this file. `:name` is one part of a path, `*` any number.
 */

interface Page {
  /** The sitemap lists it; pages with parameters and content pages are listed by what they show. */
  listed?: true
  /** Crawlers need not ask for it or for what is below it. */
  hidden?: true
}

/** Pages and files of the site in both languages: German as written, English below `/en`. */
export const pages = {
  events: { listed: true },
  booking: { listed: true },
  'onboarding/start': { listed: true },
  'team/start': { listed: true },
  'contract/cancel': { listed: true },
  'contract/withdraw': { listed: true },
  me: { hidden: true },
  auth: { hidden: true },
  register: { listed: true },
  'register/sent': {},
  search: { hidden: true },
  'order/claim/:token': {},
  'account/delete/:token': {},
  'contract/receipt/:token': {},
  'contract/receipt/:token/:file': {},
  'contract/disown/:token': {},
  'instruction/:slug': {},
  'invitation/:token': {},
  'certificates/:code': {},
  'course-place/:token': {},
  'attendance-list/:token': {},
  'booking/day': {},
  'booking/time': {},
  'check-in/:machine': {},
  'check-in/course/:date': {},
  'display/:space': {},
  'events.ics': {},
  'events.rss': {},
  'events/:course': {},
  'events/:course/sign-up': {},
  'events/:course/guest': {},
  'events/:course/:file': {},
  'share/*': {},
  'me/profil': {},
  'me/bookings': {},
  'me/credits': {},
  'me/course': {},
  'me/invoices': {},
  'me/order': {},
  'me/order/:number': {},
  'me/packages': {},
  'me/trainings': {},
  'me/attendance': {},
  'me/attendance/:date': {},
  'me/team': {},
  'me/packagesTeam': {},
  'onboarding/contact': {},
  'onboarding/image': {},
  'onboarding/payment': {},
  'onboarding/confirmation': {},
  'onboarding/photo.jpg': {},
  'onboarding/guardian': {},
  'team/user': {},
  'team/contact': {},
  'team/payment': {},
  'team/confirmation': {},
  'machines/:slug?': {},
  'workshops/:slug?': {},
  'de/*': {},
  'dev/blocks': {},
  'manifest.webmanifest': {},
  offline: {},
} as const satisfies Record<string, Page>

/** Addresses of the site that have no language. The data routes are in contracts/http/data.ts. */
export const files = ['calendars/:kind/:id/:file', 'sitemap.xml', 'robots.txt', 'language', 'sw.js'] as const

/** A path of `pages` with its parameters filled in. */
export type PagePath = Filled<keyof typeof pages>

type Filled<Path> = Path extends `${infer Start}:${string}/${infer Rest}`
  ? `${Start}${string}/${Filled<Rest>}`
  : Path extends `${infer Start}${':' | '*'}${string}`
    ? `${Start}${string}`
    : Path

/** Where stories of machines and courses are, by the address that redirects there (R17, R18). */
export const storyFolders = {
  machines: { de: 'maschinen', en: 'equipment' },
  workshops: { de: 'kurse', en: 'courses' },
} as const satisfies Record<string, Record<Locale, string>>

/** Stories that screens link to; a space has each of them. */
export const storyPages = {
  membership: { de: 'mitgliedschaft', en: 'membership' },
  terms: { de: 'agb', en: 'terms' },
  withdrawal: { de: 'widerruf', en: 'withdrawal' },
  imprint: { de: 'impressum', en: 'imprint' },
  privacy: { de: 'datenschutz', en: 'privacy' },
} as const satisfies Record<string, Record<Locale, string>>

/** First parts of addresses that lead to no page. */
const parts = [
  'api',
  'connector',
  'content',
  'data',
  'assets',
  'messages',
  'builds',
  'dev',
  'webhooks',
  'icons',
  'pay',
] as const

/** Parts of the address space that crawlers need not ask for. */
const hiddenParts = ['data', 'api', 'connector', 'u'] as const

/** Single addresses that the server answers itself. */
const served = ['health', 'ready', 'metrics', 'favicon.svg'] as const

/** Addresses of identity (R27): those that the OpenID provider answers, and our own beside it. */
export const identityAddresses = {
  protocol: [
    '/authorize',
    '/authorize/*',
    '/oauth/token',
    '/oauth/revoke',
    '/oidc/logout',
    '/oidc/logout/confirm',
    '/oidc/logout/success',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    '/.well-known/jwks.json',
  ],
  own: ['/userinfo', '/v2/logout', '/u/*', '/dbconnections/*', '/me/v1/*'],
} as const

/** Whether a path is one of these addresses; `/*` at the end stands for everything below. */
export function isAmong(addresses: readonly string[], path: string): boolean {
  return addresses.some((address) =>
    address.endsWith('/*') ? path.startsWith(address.slice(0, -1)) : path === address,
  )
}

/** Names that no story may have as the first part of its address. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...[...Object.keys(pages), ...files, ...identityAddresses.protocol, ...identityAddresses.own].map(
    firstPart,
  ),
  ...parts,
  ...served,
  'en',
])

const partPaths = new RegExp(`^/(${parts.join('|')})/`)

/** Whether a path may be a page, and so may be cached as one. */
export function mayBePage(pathname: string): boolean {
  return !partPaths.test(pathname)
}

/** Addresses of this origin that are not the site's, for `isAmong`: identity, parts and files. */
export const otherAddresses: string[] = [
  ...identityAddresses.protocol,
  ...identityAddresses.own,
  ...parts.map((part) => `/${part}/*`),
]

/** Paths of the pages in the sitemap. */
export const listedPages = pagesWith('listed')

/** Addresses that robots.txt closes: pages in both languages, and parts. */
export const hiddenPaths = [
  ...pagesWith('hidden').flatMap((path) => [`/${path}`, `/en/${path}`]),
  ...hiddenParts.map((part) => `/${part}/`),
]

function pagesWith(property: keyof Page) {
  const paths = Object.keys(pages) as (keyof typeof pages)[]
  return paths.filter((path) => property in pages[path])
}

function firstPart(path: string): string {
  return path.split('/').find((part) => part !== '') ?? ''
}
