import type { Course } from '../../contracts/course.ts'
import { toLocal } from '../../rules/time.ts'
import type { SiteServices } from '../context.ts'

/** Most dates of a course; its own page lists all. */
const mostDates = 6

/**
 * Reads courses with their next dates. While the backend is unavailable there are none; free seats come from
 * `/data/courses`.
 */
export async function readCourses({
  backend,
  connector,
  now,
  log,
}: Pick<SiteServices, 'backend' | 'connector' | 'now' | 'log'>): Promise<Course[]> {
  try {
    const [courses, [space]] = await Promise.all([backend.courses(), connector.spaces()])
    const wallClock = toLocal(now(), space?.timezone ?? 'UTC')
    return courses.map((course) => ({
      ...course,
      dates: course.dates.filter(({ untilDateTime }) => untilDateTime > wallClock).slice(0, mostDates),
    }))
  } catch (error) {
    log.warn({ err: error }, 'courses could not be read')
    return []
  }
}
