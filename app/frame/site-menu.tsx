import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { SessionMenu, SignOut } from '../session/session-menu.tsx'
import type { MenuEntry } from './menus.ts'
import { SiteNavigation } from './site-navigation.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/**
 * The menu of small screens: a disclosure that works without JavaScript. With it, Escape closes it and so does leaving it,
 * because it covers the page. `children` is the switch of the language.
 */
export function SiteMenu({ pages, children }: { pages: MenuEntry[]; children: ReactNode }) {
  const { pathname } = useLocation()
  const locale = useLocale()
  const t = useTranslate()
  const join = { label: t('site_nav_join'), href: paths.onboarding(locale) }
  return (
    // The key closes the menu on a new page.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links within
    <details className="site-menu" key={pathname} onKeyDown={closeByEscape} onBlur={closeWhenLeft}>
      <summary>{t('site_menu')}</summary>
      <div>
        <div className="menu-group">
          <p className="caption">{t('site_menu_visit')}</p>
          <SiteNavigation className="site-nav" label={t('site_menu_visit')} pages={pages} />
        </div>
        <div className="menu-group">
          <p className="caption">{t('site_menu_member')}</p>
          <SiteNavigation className="site-nav" label={t('site_menu_member')} pages={[join]} />
          <SessionMenu />
        </div>
        <div className="menu-group menu-choices">
          {children}
          <ThemeSwitch place="menu" />
        </div>
        <SignOut />
      </div>
    </details>
  )
}

function closeByEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape' || !currentTarget.open) return
  currentTarget.open = false
  currentTarget.querySelector('summary')?.focus()
}

/** A tap beside the menu moves the focus nowhere, and leaves it open. */
function closeWhenLeft({ relatedTarget, currentTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false
}
