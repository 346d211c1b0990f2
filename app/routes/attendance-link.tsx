import { data } from 'react-router'
import { ListToken } from '../../contracts/staff.ts'
import { servicesOf } from '../context.ts'
import { uncached } from '../delivery/cacheable.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { LinkOver } from '../live/link-over.tsx'
import { localeOf, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { titled } from '../i18n/titled.ts'
import { LiveData } from '../live/live-query.tsx'
import { useConfig } from '../live/use-connector.ts'
import { AttendanceScreen } from '../me/attendance-screen.tsx'
import type { AttendanceCalls } from '../me/use-attendance.ts'
import * as paths from '../paths.ts'
import type { Route } from './+types/attendance-link'
import '../me/me.css'

export const handle = { app: true }

/** The address opens the names of people: nothing stores it, and no other address learns it. */
export const headers: Route.HeadersFunction = () => ({
  ...uncached,
  'x-robots-tag': 'noindex, nofollow',
})

export function meta(args: Route.MetaArgs) {
  return [
    ...titled('attendance_link_title')(args),
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/** `/attendance-list/{token}`: the link of a mail, which opens the list of one date for its trainer without sign-in. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const token = ListToken.safeParse(params.token)
  const list = token.success
    ? await services
        .backendFor(request, localeOf(url.pathname))
        .linkedList(token.data)
        .catch(upstreamFailure(services, url))
    : null
  const title = list && list.title
  return data({ title, token: list && params.token }, { status: list ? 200 : 404 })
}

export default function AttendanceByLink({ loaderData: { title, token } }: Route.ComponentProps) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <main id="content" className="page">
      {title && token ? (
        <LiveData>
          <noscript>
            <p className="notice">{t('site_needs_script')}</p>
          </noscript>
          <LinkedList token={token} title={title[locale]} />
        </LiveData>
      ) : (
        <>
          <h1>{t('attendance_link_title')}</h1>
          <LinkOver to={{ href: paths.me(locale, 'course'), label: t('link_over_sign_in') }}>
            {t('attendance_link_over')}
          </LinkOver>
        </>
      )}
    </main>
  )
}

function LinkedList({ token, title }: { token: string; title: string }) {
  const calls = useLinkedList(token)
  const t = useTranslate()
  return (
    <section className="me-attendance">
      <AttendanceScreen calls={calls} title={title} />
      <p className="hint">{t('attendance_link_own')}</p>
    </section>
  )
}

/** The calls about a date in the name of the trainer whose link it is. */
function useLinkedList(token: string): AttendanceCalls {
  const { backendUrl } = useConfig()
  const locale = useLocale()
  const load = async () => {
    const { createListLinkClient } = await import('../../clients/list-links.ts')
    return createListLinkClient({ baseUrl: backendUrl, locale, fetch: (request) => fetch(request) })
  }
  return {
    key: token,
    read: async () => (await load()).linkedAttendance({ token }),
    code: async () => (await load()).linkedCode({ token }),
    mark: async (marks) => (await load()).linkedMarks({ token, ...marks }),
  }
}
