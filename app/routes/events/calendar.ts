import { eventsCalendar } from '../../events/feeds.server.ts'
import { loadCourses } from '../../events/load-courses.server.ts'
import { servicesOf } from '../../context.ts'
import { localeOf } from '../../i18n/locale.ts'
import type { Route } from './+types/calendar'

/** GET /events.ics (R9): all dates, for calendar apps. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const courses = await loadCourses(services, locale)
  const { publicUrl } = services.config
  return eventsCalendar(courses, { publicUrl, locale })
}
