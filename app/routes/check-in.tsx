import { useSyncExternalStore } from 'react'
import { data } from 'react-router'
import { CheckInScreen, DeskTitle } from '../check-in/check-in-screen.tsx'
import { loadDesk } from '../check-in/load-desk.server.ts'
import { WrongCode } from '../check-in/not-checked-in.tsx'
import { SignedOut } from '../check-in/signed-out.tsx'
import { useScanned } from '../check-in/use-scanned.ts'
import { Secret } from '../../contracts/calendar.ts'
import { servicesOf } from '../context.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { LiveData } from '../live/live-query.tsx'
import { localeOf } from '../i18n/locale.ts'
import { titled } from '../i18n/titled.ts'
import { RequireMember } from '../session/require-member.tsx'
import { useSession } from '../session/session.ts'
import type { Route } from './+types/check-in'
import { ListSkeleton } from '../live/loaded.tsx'
import '../me/me.css'
import '../check-in/check-in.css'

export const handle = { app: true }

/** `/check-in/{machine}#{secret}`: the target of a check-in code. The secret stays in the browser. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const asked = loadDesk(services, localeOf(url.pathname), params.machine)
  const desk = await asked.catch(upstreamFailure(services, url))
  return data(desk, desk ? 200 : 404)
}

export function meta(args: Route.MetaArgs) {
  return [...titled('check_in_title')(args), { name: 'robots', content: 'noindex' }]
}

export default function CheckIn({ loaderData: desk }: Route.ComponentProps) {
  const secret = useScanned(Secret)
  const { status, error } = useSession()
  // An unfinished sign-in says so itself.
  const isSignedOut = status === 'anonymous' && error !== 'login'
  const inBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  return (
    <main id="content" className="page narrow check-in">
      {!desk || (inBrowser && !secret) ? (
        // This needs no sign-in.
        <>
          <DeskTitle name={desk?.equipment.name ?? ''} />
          <div role="alert">
            <WrongCode equipmentId={desk?.equipment.id ?? null} missing={!!desk} />
          </div>
        </>
      ) : isSignedOut ? (
        <>
          <DeskTitle name={desk.equipment.name} />
          <SignedOut />
        </>
      ) : (
        <LiveData>
          <RequireMember
            needsScript="check_in_needs_script"
            skeleton={
              <>
                <DeskTitle name={desk.equipment.name} />
                <ListSkeleton rows={1} />
              </>
            }
          >
            <CheckInScreen desk={desk} secret={secret ?? ''} />
          </RequireMember>
        </LiveData>
      )}
    </main>
  )
}
