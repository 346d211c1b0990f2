import { NavLink, Outlet } from 'react-router'
import { LiveData } from '../../live/live-query.tsx'
import { useLocale } from '../../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import { RequireMember } from '../../session/require-member.tsx'
import { preloadRoute } from '../../delivery/preload-route.ts'
import { SessionNotice } from '../../session/session-notice.tsx'
import { ListSkeleton } from '../../live/loaded.tsx'
import '../../me/me.css'

export const handle = { app: true }

const children: { path: paths.Below<'me'>; label: MessageKey }[] = [
  { path: 'profil', label: 'me_nav_profil' },
  { path: 'bookings', label: 'me_nav_bookings' },
  { path: 'credits', label: 'me_nav_credits' },
  { path: 'course', label: 'me_nav_course' },
  { path: 'invoices', label: 'me_nav_invoices' },
  { path: 'packages', label: 'me_nav_packages' },
  { path: 'trainings', label: 'me_nav_trainings' },
  { path: 'team', label: 'me_nav_team' },
  { path: 'packagesTeam', label: 'me_nav_packages_team' },
]

export const meta = titled('me_title')

/** The member area: its navigation and, for members only, the screen. */
export default function Me() {
  return (
    <main id="content" className="page me">
      <AreaNavigation />
      <div className="me-screen">
        <LiveData>
          <RequireMember skeleton={<ScreenSkeleton />}>
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
        {children.map(({ path, label }) => {
          const to = paths.me(locale, path)
          const intend = () => preloadRoute(to)
          return (
            <li key={path}>
              <NavLink to={to} onPointerEnter={intend} onFocus={intend}>
                {t(label)}
              </NavLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** A heading with a list below it, as on every screen here. */
function ScreenSkeleton() {
  const t = useTranslate()
  return (
    <section>
      <h1>{t('me_title')}</h1>
      <ListSkeleton />
    </section>
  )
}
