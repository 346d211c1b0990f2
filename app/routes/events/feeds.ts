import { data, type LoaderFunctionArgs } from 'react-router'
import { eventsCalendar, eventsFeed } from '../../events/feeds.server.ts'
import { loadCourses } from '../../events/load-courses.server.ts'
import { servicesOf } from '../../context.ts'
import { localeOf } from '../../i18n/locale.ts'

/**
 * The dates for other programs (R9): GET /events.ics all of them, /events.rss the future ones, and
 * /events/{course}/{date}.ics one. @throws 404 'Page not found: {path}' for an unknown date
 */
export async function loader({ request, url, params, context }: LoaderFunctionArgs): Promise<Response> {
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const options = { request, publicUrl: services.config.publicUrl, locale }
  if (params['file'] !== undefined) {
    const course = Number(/^[1-9]\d{0,8}$/.exec(params['course'] ?? '')?.[0] ?? 0)
    const date = Number(/^([1-9]\d{0,8})\.ics$/.exec(params['file'])?.[1] ?? 0)
    const courses = course && date ? await loadCourses(services, locale, [course]) : null
    if (!courses?.courses[0]?.dates.some(({ id }) => id === date))
      throw data(`Page not found: ${url.pathname}`, { status: 404 })
    return eventsCalendar(courses, options, date)
  }
  const courses = await loadCourses(services, locale)
  return url.pathname.endsWith('.rss') ? eventsFeed(courses, options) : eventsCalendar(courses, options)
}
