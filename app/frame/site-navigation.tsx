import { useLocation } from 'react-router'
import { useLocale, type Locale } from '../i18n/locale.ts'
import * as paths from '../paths.ts'
import { Link } from './link.tsx'
import type { MenuEntry } from './menus.ts'

interface NavigationProps {
  className: string
  label: string
  pages: MenuEntry[]
}

/** Links to pages, with a mark on the one that the visitor is on or below. */
export function SiteNavigation({ className, label: name, pages }: NavigationProps) {
  const locale = useLocale()
  const { pathname } = useLocation()
  return (
    <nav className={className} aria-label={name}>
      <ul>
        {pages.map(({ label, href }) => (
          <li key={href}>
            <Link to={href} aria-current={isCurrent(href, pathname, locale) ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Whether a page belongs to a link of the navigation. Courses and their dates are one door. */
export function isCurrent(href: string, pathname: string, locale: Locale): boolean {
  const isBelow = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  return isBelow(href) || (href === paths.workshops(locale) && isBelow(paths.page(locale, 'events')))
}
