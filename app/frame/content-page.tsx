import { useContext, useEffect, useState } from 'react'
import { type MetaDescriptor, useNavigate } from 'react-router'
import { type Locale, localeOf } from '../i18n/locale.ts'
import { followLink, preload } from './inner-links.ts'
import { StoryHtmlContext } from '../delivery/story-html.ts'

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

/** Returns title, description and link preview, with absolute addresses of both languages (T10). */
export function contentMeta(
  page: ContentPage | undefined,
  siteName: string,
  publicUrl: string,
): MetaDescriptor[] {
  if (!page) return [{ title: siteName }]
  const { title, description, alternates } = page
  const link = (rel: string, href: string, hrefLang?: string) => ({
    tagName: 'link',
    rel,
    href: publicUrl + href,
    ...(hrefLang && { hrefLang }),
  })
  return [
    { title: title.includes(siteName) ? title : `${title} – ${siteName}` },
    { name: 'description', content: description },
    link('canonical', alternates[localeOf(page.path)]),
    link('alternate', alternates.de, 'de'),
    link('alternate', alternates.en, 'en'),
    link('alternate', alternates.de, 'x-default'),
    ...shared(page, siteName, publicUrl),
  ]
}

/** Returns the Open Graph properties of a link preview. */
function shared({ path, sharedAs, title, description }: ContentPage, siteName: string, publicUrl: string) {
  const locale = localeOf(path)
  const bare = (sharedAs ?? path).replace(/^\/en(?=\/|$)/, '').replace(/\/$/, '') || '/home'
  const picture = `${publicUrl}${locale === 'en' ? '/en' : ''}/share${bare}.png`
  const properties = {
    'og:type': 'website',
    'og:site_name': siteName,
    'og:title': title,
    'og:description': description,
    'og:url': publicUrl + path,
    'og:locale': locale === 'de' ? 'de_DE' : 'en_GB',
    'og:image': picture,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': title,
  }
  return [
    ...Object.entries(properties).map(([property, content]) => ({ property, content })),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
