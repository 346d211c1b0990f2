import { lazy, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Link, NavLink } from '../../frame/link.tsx'
import { LiveData } from '../../live/live-query.tsx'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import { RequireMember, SessionNotice } from '../../session/require-member.tsx'
import { useSession } from '../../session/session.ts'
import { ListSkeleton } from '../../live/loaded.tsx'
import { partProved } from '../../sign-up/visitor.server.ts'
import '../../me/me.css'
import type { Route } from './+types/me'

/** Only accounts without membership load it. */
const NoMembershipScreen = lazy(() => import('../../me/no-membership-screen.tsx'))

export const handle = { app: true }

/** The screens with a tab. */
const tabs = ['profil', 'bookings', 'credits', 'packages', 'team', 'trainings', 'course', 'invoices'] as const

type Tab = (typeof tabs)[number]

/** Finds the screen of an address; none for an address without a tab. */
function tabAt(pathname: string): Tab | undefined {
  return tabs.find((tab) => pathname.endsWith(paths.me('de', tab)))
}

const titleOf = (tab: Tab = 'profil') => (tab === 'profil' ? 'me_title' : (`me_${tab}_title` as const))

/** The provider leads back here after a sign-in. */
export const middleware: Route.MiddlewareFunction[] = [partProved]

export const meta = titled('me_title')

/** The member area: its navigation and, for members only, the screen. */
export default function Me() {
  const t = useTranslate()
  const tab = tabAt(useLocation().pathname)
  return (
    <main id="content" className="page me">
      <AreaNavigation />
      <div className="me-screen">
        <LiveData>
          <RequireMember
            skeleton={
              <section>
                {/* The title of the screen stands from the start. */}
                <h1>{t(titleOf(tab))}</h1>
                {tab === 'profil' ? (
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
  const t = useTranslate()
  const tab = tabAt(pathname)
  if (error !== 'noMember' || !tab || tab === 'profil' || tab === 'course' || tab === 'invoices')
    return (
      <>
        {/* Without a membership the screens themselves say what is missing. */}
        {error !== 'noMember' && <SessionNotice />}
        <Outlet />
      </>
    )
  return (
    <>
      <h1>{t(titleOf(tab))}</h1>
      <Suspense>
        <NoMembershipScreen screen={tab} />
      </Suspense>
    </>
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
        {tabs.map((tab) => (
          <li key={tab}>
            {tab === 'team' && isTeamContract ? (
              <Link to={paths.me(locale, tab)} aria-current="true" data-label={t(`me_nav_${tab}`)}>
                {t(`me_nav_${tab}`)}
              </Link>
            ) : (
              <NavLink to={paths.me(locale, tab)} data-label={t(`me_nav_${tab}`)}>
                {t(`me_nav_${tab}`)}
              </NavLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
