import type { MouseEvent } from 'react'
import { useLocation, useMatches } from 'react-router'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { SessionMenu } from '../session/session-menu.tsx'
import { Link, NavLink } from './link.tsx'
import type { MenuEntry } from './menus.ts'
import { SiteMenu } from './site-menu.tsx'
import { SiteNavigation } from './site-navigation.tsx'
import type { SpaceFrame } from './space-frame.ts'
import { ThemeSwitch } from './theme-switch.tsx'

interface HeaderProps {
  space: SpaceFrame
  pages: MenuEntry[]
}

/** The header of every page: name, navigation (a menu on a small screen), search, choices, session, booking. */
export function Header({ space, pages }: HeaderProps) {
  const locale = useLocale()
  const { pathname } = useLocation()
  const t = useTranslate()
  return (
    <header className="site-header">
      <Link className="skip-link" to={paths.booking(locale)}>
        {t('site_skip_to_booking')}
      </Link>
      <div>
        <Link className="wordmark" to={paths.home(locale)}>
          <WordMark name={space.name} />
        </Link>
        <SiteNavigation className="site-nav wide" label={t('site_navigation')} pages={pages} />
        <div className="site-tools">
          <SearchLink />
          <MemberLink />
          <ThemeSwitch place="header" />
          <LanguageSwitch />
          <SessionMenu />
        </div>
        <NavLink className="button book-link" to={paths.booking(locale)}>
          {t('site_nav_booking')}
        </NavLink>
        <SiteMenu pages={pages}>
          <LanguageSwitch />
        </SiteMenu>
      </div>
      {/* The page script fills it once after a sign-out; a new page empties it. */}
      <p key={pathname} role="status" className="site-note" data-note="" />
    </header>
  )
}

/** Renders a number at the end of the name in a circle, as parts are numbered on a drawing. */
export function WordMark({ name }: { name: string }) {
  const [, words = name, number] = /^(.*?)(?: (\d{1,2}))?$/.exec(name) ?? []
  return (
    <>
      {words}
      {number && <b>{number}</b>}
    </>
  )
}

/** The link to the search; with JavaScript, ⌘K and Ctrl K open it too (R20). */
function SearchLink() {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <Link className="search-link" to={paths.search(locale)} aria-keyshortcuts="Meta+K Control+K">
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <circle cx="11" cy="11" r="7" />
        <path d="m20 20-4-4" />
      </svg>
      <span className="wide-text">{t('site_search')}</span>
    </Link>
  )
}

/** The member area for who signed in on this phone, where the menu has the session; the next booking is one tap away. */
function MemberLink() {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <Link className="member-link" to={paths.me(locale)}>
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <circle cx="12" cy="8" r="4.5" />
        <path d="M3.5 21c0-4.5 3.5-7 8.5-7s8.5 2.5 8.5 7" />
      </svg>
      <span className="visually-hidden">{t('site_my_area')}</span>
    </Link>
  )
}

/**
 * A link to the same page in the other language; the page script stores the choice (S8, K2). Without JavaScript a button
 * in its place sends the choice to the server; the link stays for search engines.
 */
function LanguageSwitch() {
  const other: Locale = useLocale() === 'de' ? 'en' : 'de'
  const { pathname, search, hash } = useLocation()
  const matches = useMatches()
  const t = useTranslate()
  // Content pages have an own address in each language.
  const alternates = matches
    .map(({ loaderData }) => (loaderData as { alternates?: Record<Locale, string> } | undefined)?.alternates)
    .findLast(Boolean)
  const href = alternates?.[other] ?? paths.inLanguage(pathname, other) + search
  // The server does not know the fragment, so a click adds it; fragments of content pages differ by language.
  const keepFragment = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!alternates) event.currentTarget.href = href + hash
  }
  const name = (
    <>
      <span className="narrow-only" lang={other}>
        {other.toUpperCase()}
      </span>
      <span className="wide-text" lang={other}>
        {t('site_other_language')}
      </span>
      <span className="visually-hidden"> {t('site_switch_language')}</span>
    </>
  )
  return (
    <>
      <a href={href} hrefLang={other} data-language="" onClick={keepFragment}>
        {name}
      </a>
      <noscript>
        <form method="post" action={paths.chosenLanguage}>
          <button type="submit" name="to" value={href}>
            {name}
          </button>
        </form>
      </noscript>
    </>
  )
}
