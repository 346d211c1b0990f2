import { NavLink, useLocation } from 'react-router'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { SessionMenu, SignOut } from '../session/session-menu.tsx'
import { Link } from '../shell/link.tsx'
import type { SpaceFrame } from '../shell/space-frame.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The head of every page: name, ways, language, session. On a small screen the ways fold into `<details>`. */
export function Header({ space }: { space: SpaceFrame }) {
  const locale = useLocale()
  const { pathname } = useLocation()
  const t = useTranslate()
  return (
    <header className="site-header">
      <div>
        <Link className="wordmark" to={paths.home(locale)}>
          <Wordmark name={space.name} />
        </Link>
        <SiteNavigation className="site-nav wide" />
        {/* A new page begins with the menu closed. */}
        <details className="site-menu" key={pathname}>
          <summary>{t('site_menu')}</summary>
          <div>
            <SiteNavigation className="site-nav" />
            <ThemeSwitch />
            <SignOut />
          </div>
        </details>
        <div className="site-tools">
          <LanguageSwitch />
          <SessionMenu />
        </div>
      </div>
    </header>
  )
}

const ways: [MessageKey, (locale: 'de' | 'en') => string][] = [
  ['site_nav_machines', paths.machines],
  ['site_nav_booking', paths.booking],
  ['site_nav_events', paths.events],
  ['site_nav_faq', paths.faq],
  ['site_nav_join', paths.onboarding],
]

function SiteNavigation({ className }: { className: string }) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <nav className={className} aria-label={t('site_navigation')}>
      <ul>
        {ways.map(([key, path]) => (
          <li key={key}>
            <NavLink to={path(locale)}>{t(key)}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A number at the end of the name stands in a circle, as parts are numbered on a drawing. */
function Wordmark({ name }: { name: string }) {
  const [, words = name, number] = /^(.*?)(?: (\d{1,2}))?$/.exec(name) ?? []
  return (
    <>
      {words}
      {number && <b>{number}</b>}
    </>
  )
}
