import { Outlet, useLocation } from 'react-router'
import { NavLink } from '../../frame/link.tsx'
import { LiveData } from '../../live/live-query.tsx'
import { useLocale } from '../../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import { RequireMember, SessionNotice } from '../../session/require-member.tsx'
import { ListSkeleton } from '../../live/loaded.tsx'
import '../../me/me.css'

export const handle = { app: true }

/** The screens that are built. The others keep their address and get a tab once they do something. */
const children: { path: paths.Below<'me'>; label: MessageKey }[] = [
  { path: 'profil', label: 'me_nav_profil' },
  { path: 'bookings', label: 'me_nav_bookings' },
  { path: 'credits', label: 'me_nav_credits' },
  { path: 'course', label: 'me_nav_course' },
  { path: 'invoices', label: 'me_nav_invoices' },
]

export const meta = titled('me_title')

/** The member area: its navigation and, for members only, the screen. */
export default function Me() {
  const t = useTranslate()
  const isOverview = useLocation().pathname.endsWith(paths.me('de', 'profil'))
  return (
    <main id="content" className="page me">
      <AreaNavigation />
      <div className="me-screen">
        <LiveData>
          <RequireMember
            skeleton={
              <section>
                <h1>{t('me_title')}</h1>
                {isOverview ? (
                  <div className="me-overview">
                    <div className="member-card loading" aria-hidden="true" />
                    <div>
                      <ListSkeleton />
                    </div>
                  </div>
                ) : (
                  <ListSkeleton />
                )}
              </section>
            }
          >
            <SessionNotice />
            <Outlet />
          </RequireMember>
        </LiveData>
      </div>
    </main>
  )
}

function AreaNavigation() {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <nav className="me-navigation" aria-label={t('me_navigation')}>
      <ul>
        {children.map(({ path, label }) => (
          <li key={path}>
            <NavLink to={paths.me(locale, path)}>{t(label)}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
