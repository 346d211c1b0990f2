import { Outlet, useLocation } from 'react-router'
import { Link, NavLink } from '../../frame/link.tsx'
import { LiveData } from '../../live/live-query.tsx'
import { useLocale } from '../../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import { RequireMember, SessionNotice } from '../../session/require-member.tsx'
import { useSession } from '../../session/session.ts'
import { ListSkeleton } from '../../live/loaded.tsx'
import { NoMembershipScreen, type ScreenOfMembers } from '../../me/no-membership-screen.tsx'
import { partProved } from '../../sign-up/visitor.server.ts'
import '../../me/me.css'
import type { Route } from './+types/me'

export const handle = { app: true }

interface Tab {
  label: MessageKey
  title: MessageKey
}
/** A screen of members alone is empty for an account without membership. */
type Child = Tab &
  ({ path: ScreenOfMembers; needsMembership: true } | { path: paths.Below<'me'>; needsMembership?: never })

/** The screens with a tab. */
const children: Child[] = [
  { path: 'profil', label: 'me_nav_profil', title: 'me_title' },
  { path: 'bookings', label: 'me_nav_bookings', title: 'me_bookings_title', needsMembership: true },
  { path: 'credits', label: 'me_nav_credits', title: 'me_credits_title', needsMembership: true },
  { path: 'packages', label: 'me_nav_packages', title: 'me_packages_title', needsMembership: true },
  { path: 'team', label: 'me_nav_team', title: 'me_team_title', needsMembership: true },
  { path: 'trainings', label: 'me_nav_trainings', title: 'me_trainings_title', needsMembership: true },
  { path: 'course', label: 'me_nav_course', title: 'me_course_title' },
  { path: 'invoices', label: 'me_nav_invoices', title: 'me_invoices_title' },
]

/** Finds the screen of an address; none for an address without a tab. */
function childAt(pathname: string): Child | undefined {
  return children.find(({ path }) => pathname.endsWith(paths.me('de', path)))
}

/** The provider leads back here after a sign-in. */
export const middleware: Route.MiddlewareFunction[] = [partProved]

export const meta = titled('me_title')

/** The member area: its navigation and, for members only, the screen. */
export default function Me() {
  const t = useTranslate()
  const child = childAt(useLocation().pathname)
  return (
    <main id="content" className="page me">
      <AreaNavigation />
      <div className="me-screen">
        <LiveData>
          <RequireMember
            skeleton={
              <section>
                {/* The title of the screen stands from the start. */}
                <h1>{t(child?.title ?? 'me_title')}</h1>
                {child?.path === 'profil' ? (
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

/** The screen of the address; for an account without membership what will stand there. */
function Screen() {
  const { error } = useSession()
  const { pathname } = useLocation()
  const child = childAt(pathname)
  return error === 'noMember' && child?.needsMembership ? (
    <NoMembershipScreen screen={child.path} title={child.title} />
  ) : (
    <Outlet />
  )
}

function AreaNavigation() {
  const locale = useLocale()
  const t = useTranslate()
  // The contract of a team is reached from the screen of the team.
  const isTeamContract = useLocation().pathname.endsWith('/me/packagesTeam')
  return (
    <nav className="me-navigation" aria-label={t('me_navigation')}>
      <ul>
        {children.map(({ path, label }) => (
          <li key={path}>
            {path === 'team' && isTeamContract ? (
              <Link to={paths.me(locale, path)} aria-current="true" data-label={t(label)}>
                {t(label)}
              </Link>
            ) : (
              <NavLink to={paths.me(locale, path)} data-label={t(label)}>
                {t(label)}
              </NavLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
