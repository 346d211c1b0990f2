import { data } from 'react-router'
import { eventsCalendar } from '../../events/feeds.server.ts'
import { loadCourses } from '../../events/load-courses.server.ts'
import { servicesOf } from '../../context.ts'
import { localeOf } from '../../i18n/locale.ts'
import type { Route } from './+types/date-calendar'

/** GET /events/{course}/{date}.ics: one date. @throws 404 'Page not found: {path}' */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const course = /^[1-9]\d{0,8}$/.test(params.course) ? Number(params.course) : null
  const date = Number(/^([1-9]\d{0,8})\.ics$/.exec(params.file)?.[1] ?? 0)
  const courses = course && date ? await loadCourses(services, locale, [course]) : null
  if (!courses?.courses[0]?.dates.some(({ id }) => id === date))
    throw data(`Page not found: ${url.pathname}`, { status: 404 })
  const { publicUrl } = services.config
  return eventsCalendar(courses, { publicUrl, locale }, date)
}
