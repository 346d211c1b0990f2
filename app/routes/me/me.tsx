import { Outlet, useLocation } from 'react-router'
import { NavLink } from '../../frame/link.tsx'
import { LiveData } from '../../live/live-query.tsx'
import { useLocale } from '../../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import { RequireMember, SessionNotice } from '../../session/require-member.tsx'
import { useSession } from '../../session/session.ts'
import { ListSkeleton } from '../../live/loaded.tsx'
import { partProved } from '../../sign-up/visitor.server.ts'
import '../../me/me.css'
import type { Route } from './+types/me'

export const handle = { app: true }

/** The screens that are built; those with an `emptyTitle` show nothing to an account without membership. The others keep their address and get a tab once they do something. */
const children: { path: paths.Below<'me'>; label: MessageKey; emptyTitle?: MessageKey }[] = [
  { path: 'profil', label: 'me_nav_profil' },
  { path: 'bookings', label: 'me_nav_bookings', emptyTitle: 'me_bookings_title' },
  { path: 'credits', label: 'me_nav_credits', emptyTitle: 'me_credits_title' },
  { path: 'packages', label: 'me_nav_packages', emptyTitle: 'me_packages_title' },
  { path: 'course', label: 'me_nav_course' },
  { path: 'invoices', label: 'me_nav_invoices' },
]

/** The provider leads back here after a sign-in. */
export const middleware: Route.MiddlewareFunction[] = [partProved]

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
            <Screen />
          </RequireMember>
        </LiveData>
      </div>
    </main>
  )
}

/** The screen of the address; for an account without membership just its title where it would be empty. */
function Screen() {
  const { error } = useSession()
  const { pathname } = useLocation()
  const t = useTranslate()
  const emptyTitle = children.find(({ path }) => pathname.endsWith(paths.me('de', path)))?.emptyTitle
  return error === 'noMember' && emptyTitle ? <h1>{t(emptyTitle)}</h1> : <Outlet />
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
