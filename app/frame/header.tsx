import { useLocation } from 'react-router'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { SessionMenu, SignOut } from '../session/session-menu.tsx'
import { Link, NavLink } from './link.tsx'
import type { MenuEntry } from './menus.ts'
import type { SpaceFrame } from './space-frame.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { SearchLink } from './search-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

interface HeaderProps {
  space: SpaceFrame
  pages: MenuEntry[]
}

/** The header of every page: name, navigation (a `<details>` on a small screen), search, language, session. */
export function Header({ space, pages }: HeaderProps) {
  const locale = useLocale()
  const { pathname } = useLocation()
  const t = useTranslate()
  return (
    <header className="site-header">
      <div>
        <Link className="wordmark" to={paths.home(locale)}>
          <Wordmark name={space.name} />
        </Link>
        <SiteNavigation className="site-nav wide" label={t('site_navigation')} pages={pages} />
        {/* The key closes the menu on a new page. */}
        <details className="site-menu" key={pathname}>
          <summary>{t('site_menu')}</summary>
          <div>
            <SiteNavigation className="site-nav" label={t('site_menu')} pages={pages} />
            <ThemeSwitch place="menu" />
            <SignOut />
          </div>
        </details>
        <div className="site-tools">
          <SearchLink />
          <LanguageSwitch />
          <SessionMenu />
        </div>
      </div>
    </header>
  )
}

interface NavigationProps {
  className: string
  label: string
  pages: MenuEntry[]
}

/** Links to the pages of the editors' main menu, then to events and booking. */
function SiteNavigation({ className, label: name, pages }: NavigationProps) {
  const locale = useLocale()
  const t = useTranslate()
  const links = [
    ...pages,
    { label: t('site_nav_events'), href: paths.events(locale) },
    { label: t('site_nav_booking'), href: paths.booking(locale) },
  ]
  return (
    <nav className={className} aria-label={name}>
      <ul>
        {links.map(({ label, href }) => (
          <li key={href}>
            <NavLink to={href}>{label}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Renders a number at the end of the name in a circle, as parts are numbered on a drawing. */
function Wordmark({ name }: { name: string }) {
  const [, words = name, number] = /^(.*?)(?: (\d{1,2}))?$/.exec(name) ?? []
  return (
    <>
      {words}
      {number && <b>{number}</b>}
    </>
  )
}
