import type { Course } from '../../contracts/course.ts'
import type { Package } from '../../contracts/package.ts'
import { toLocal } from '../../rules/time.ts'
import type { SiteServices } from '../context.ts'
import { money } from '../i18n/format.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import type { PackageOffer } from './page-data.tsx'

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

/** Reads the packages on sale in the language of the page; none while the backend is unavailable. */
export async function readPackages(
  { backend, log }: Pick<SiteServices, 'backend' | 'log'>,
  locale: Locale,
): Promise<PackageOffer[]> {
  try {
    const { packages } = await backend.packages()
    return packages.map((each) => offerOf(each, locale))
  } catch (error) {
    log.warn({ err: error }, 'packages could not be read')
    return []
  }
}

function offerOf(each: Package, locale: Locale): PackageOffer {
  const { id, kind, name, description, fee, period, requirement, gives } = each
  return {
    id,
    kind,
    name: name[locale],
    description: [description[locale], requirement?.[locale]].filter(Boolean).join(' '),
    price: fee,
    fee: money(fee, locale),
    period: translate(locale, periodKey[period]),
    gives: gives[locale],
  }
}

const periodKey = {
  day: 'block_package_per_day',
  month: 'block_package_per_month',
  year: 'block_package_per_year',
} as const
