import { data } from 'react-router'
import { Id } from '../../contracts/booking.ts'
import { CheckInCode } from '../../contracts/course-place.ts'
import { CourseCheckIn } from '../check-in/course-check-in.tsx'
import { SignedOut } from '../check-in/signed-out.tsx'
import { useScanned } from '../check-in/use-scanned.ts'
import { useTranslate } from '../i18n/messages.ts'
import { titled } from '../i18n/titled.ts'
import { LiveData } from '../live/live-query.tsx'
import { ListSkeleton } from '../live/loaded.tsx'
import { RequireMember } from '../session/require-member.tsx'
import { useSession } from '../session/session.ts'
import type { Route } from './+types/check-in-course'
import '../check-in/check-in.css'

export const handle = { app: true }

export function meta(args: Route.MetaArgs) {
  return [...titled('course_check_in_title')(args), { name: 'robots', content: 'noindex' }]
}

/** `/check-in/course/{date}#{code}`: the target of the code that a trainer shows. The code stays in the browser. */
export function loader({ params, url }: Route.LoaderArgs): { dateId: number } {
  const { success, data: dateId } = Id.safeParse(params.date)
  if (!success) throw data(`Page not found: ${url.pathname}`, { status: 404 })
  return { dateId }
}

export default function CheckInToCourse({ loaderData: { dateId } }: Route.ComponentProps) {
  const code = useScanned(CheckInCode)
  const { status, error } = useSession()
  const t = useTranslate()
  // An unfinished sign-in says so itself.
  const isSignedOut = status === 'anonymous' && error !== 'login'
  return (
    <main id="content" className="page narrow check-in">
      <h1>{t('course_check_in_title')}</h1>
      {isSignedOut ? (
        <SignedOut />
      ) : (
        <LiveData>
          <RequireMember needsScript="course_check_in_needs_script" skeleton={<ListSkeleton rows={1} />}>
            <CourseCheckIn key={code} dateId={dateId} scanned={code} />
          </RequireMember>
        </LiveData>
      )}
    </main>
  )
}
