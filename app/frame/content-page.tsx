import { type MouseEvent, type SyntheticEvent, useContext, useEffect, useState } from 'react'
import {
  type HeadersArgs,
  type MetaDescriptor,
  type ShouldRevalidateFunctionArgs,
  useNavigate,
} from 'react-router'
import { preloadRoute } from '../delivery/preload-route.ts'
import { StoryHtmlContext } from '../delivery/story-html.ts'
import { type Locale, localeOf } from '../i18n/locale.ts'
import { type MessageKey, translate } from '../i18n/messages.ts'
import { fullTitle } from '../i18n/titled.ts'
import * as paths from '../paths.ts'
import type { loader as rootLoader } from '../root.tsx'

/** A content page as its loader sends it to the browser. */
export interface ContentPage {
  /** Address of the page in its language. */
  path: string
  title: string
  description: string
  audience: string
  /** Address of the page in each language. */
  alternates: Record<Locale, string>
  /** Path of the page whose share picture this one uses, if it has none of its own. */
  sharedAs?: string
  /** Title of the feeds of dates, on the pages that announce them. */
  feeds?: string
  /** HTML of its blocks after a navigation in the browser; null in a document, which already has them. */
  html: string | null
  /** It is a draft that an editor looks at. */
  isPreview?: boolean
}

/** Renders a content page. React leaves the blocks of the document as they are and inserts those of a navigation. */
export function ContentPageMain({ page }: { page: ContentPage }) {
  const drawn = useContext(StoryHtmlContext)
  const navigate = useNavigate()
  const { path, isPreview = false } = page
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (isPreview)
      void import('../preview/visual-editor.ts').then((editor) => editor.joinVisualEditor(setTyped))
  }, [isPreview])
  useEffect(() => void dispatchEvent(new CustomEvent('werkbank:page', { detail: path })), [path])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a key on a link is a click too
    <main
      key={path}
      id="content"
      className="page"
      onClick={(event) => followLink(event, (to) => void navigate(to, { viewTransition: true }))}
      onPointerOver={preload}
      onFocus={preload}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: typed ?? page.html ?? drawn }}
    />
  )
}

/** Follows a plain click on a link of this site by the router; the browser handles everything else. */
function followLink(event: MouseEvent, navigate: (path: string) => void): void {
  const link = linkOf(event)
  if (!link || event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  // The browser scrolls to a fragment of the same page by itself.
  if (link.hash && link.pathname === location.pathname) return
  event.preventDefault()
  markSubject(link)
  navigate(link.pathname + link.search + link.hash)
}

/** Fetches the screen behind a link that is pointed at or focused (K4). */
function preload(event: SyntheticEvent): void {
  const link = linkOf(event)
  if (link) preloadRoute(link.pathname)
}

/** Returns the link to a screen of this site; null for files and links that open a new window. */
function linkOf(event: SyntheticEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.origin !== location.origin || (link.target && link.target !== '_self')) return null
  if (link.hasAttribute('download') || /^\/(content|data|api)\/|\.(ics|rss|xml|pdf)$/.test(link.pathname))
    return null
  return link
}

/** Marks the picture of a clicked card, so that it moves to its position on the next page (`sheet.css`). */
function markSubject(link: HTMLAnchorElement): void {
  const picture = link.closest('.card')?.querySelector<HTMLElement>('.drawing')
  if (picture) picture.style.viewTransitionName = 'subject'
}

/** Reloads a content page only when its path changes, not its fragment or its query. */
export function samePage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname
}

/** The `headers` of a content page: those of its loader or of the error. */
export function pageHeaders({ loaderHeaders, errorHeaders }: HeadersArgs): Headers {
  return errorHeaders ?? loaderHeaders
}

type Matches = readonly ({ loaderData?: unknown } | undefined)[]

/** The `meta` of a content page. */
export function pageMeta({ loaderData, matches }: { loaderData: ContentPage | undefined; matches: Matches }) {
  const root = matches[0]?.loaderData as Awaited<ReturnType<typeof rootLoader>> | undefined
  return contentMeta(loaderData, root?.space.name ?? '', root?.config.publicUrl ?? '')
}

/** Returns the `meta` function of a screen that the sitemap lists, with the same tags as a content page. */
export function listed(title: MessageKey, description: MessageKey, path: (locale: Locale) => string) {
  return ({ location, matches }: { location: { pathname: string }; matches: Matches }) => {
    const locale = localeOf(location.pathname)
    const page = {
      path: path(locale),
      title: translate(locale, title),
      description: translate(locale, description),
      audience: '',
      alternates: { de: path('de'), en: path('en') },
      sharedAs: paths.home(locale),
      html: null,
    }
    return pageMeta({ loaderData: page, matches })
  }
}

/** Returns title, description and link preview, with absolute addresses of both languages (T10). */
function contentMeta(page: ContentPage | undefined, siteName: string, publicUrl: string): MetaDescriptor[] {
  if (!page) return [{ title: siteName }]
  const { title, alternates, feeds } = page
  const locale = localeOf(page.path)
  const description = shortened(page.description)
  const link = (rel: string, href: string, attributes: Record<string, string> = {}) => ({
    tagName: 'link',
    rel,
    href: publicUrl + href,
    ...attributes,
  })
  const feed = (ending: string, type: string) =>
    link('alternate', paths.page(locale, 'events') + ending, { type, title: `${siteName}: ${feeds}` })
  return [
    { title: fullTitle(title, siteName) },
    { name: 'description', content: description },
    link('canonical', alternates[locale]),
    link('alternate', alternates.de, { hrefLang: 'de' }),
    link('alternate', alternates.en, { hrefLang: 'en' }),
    link('alternate', alternates.de, { hrefLang: 'x-default' }),
    ...(feeds ? [feed('.rss', 'application/rss+xml'), feed('.ics', 'text/calendar')] : []),
    ...shared({ ...page, description }, siteName, publicUrl),
  ]
}

/** Cuts a text at a word to what search engines show of a description. */
function shortened(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 159).replace(/\s+\S*$/, '')}…`
}

/** Returns the Open Graph properties of a link preview. */
function shared({ path, sharedAs, title, description }: ContentPage, siteName: string, publicUrl: string) {
  const locale = localeOf(path)
  const properties = {
    'og:type': 'website',
    'og:site_name': siteName,
    'og:title': title,
    'og:description': description,
    'og:url': publicUrl + path,
    'og:locale': locale === 'de' ? 'de_DE' : 'en_GB',
    'og:image': publicUrl + paths.sharePicture(sharedAs ?? path),
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': title,
  }
  return [
    ...Object.entries(properties).map(([property, content]) => ({ property, content })),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
