import type { Course } from '../../contracts/course.ts'
import type { Package } from '../../contracts/package.ts'
import { toLocal } from '../../rules/time.ts'
import type { SiteServices } from '../context.ts'
import { money } from '../i18n/format.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import { comingEntries } from '../events/event-filter.ts'
import { readTrainingCourses } from '../events/training-way.server.ts'
import * as paths from '../paths.ts'
import type { PackageOffer, TrainingDates } from './page-data.tsx'

/** The services of a read, and what it calls when it gives less than the page should have. */
export type Reads<Name extends keyof SiteServices> = Pick<SiteServices, Name> & { onMissing?: () => void }

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
  onMissing,
}: Reads<'backend' | 'connector' | 'now' | 'log'>): Promise<Course[]> {
  try {
    const [courses, [space]] = await Promise.all([backend.courses(), connector.spaces()])
    const wallClock = toLocal(now(), space?.timezone ?? 'UTC')
    return courses.map((course) => ({
      ...course,
      dates: course.dates
        .filter(({ untilDateTime, state }) => untilDateTime > wallClock && state !== 'cancelled')
        .slice(0, mostDates),
    }))
  } catch (error) {
    log.warn({ err: error }, 'courses could not be read')
    onMissing?.()
    return []
  }
}

/** Most dates of the training for a piece of equipment. */
const mostTrainingDates = 2

/**
 * Reads the next dates of the trainings for equipment, by its id. While the backend or the connector is unavailable
 * there are none.
 */
export async function readTrainings(
  services: Reads<'backend' | 'connector' | 'now' | 'log'>,
  locale: Locale,
  ids: number[],
): Promise<Record<number, TrainingDates>> {
  if (ids.length === 0) return {}
  const { connector, now, log, onMissing } = services
  try {
    const [known, equipment, spaces] = await Promise.all([
      readTrainingCourses(services),
      connector.equipment(),
      connector.spaces(),
    ])
    if (!known) {
      onMissing?.()
      return {}
    }
    const wallClock = toLocal(now(), spaces[0]?.timezone ?? 'UTC')
    const wanted = equipment.filter(({ id, requiresTraining }) => requiresTraining && ids.includes(id))
    return Object.fromEntries(
      wanted.map(({ id, space }) => {
        const dates = comingEntries(known.unlocking.get(id) ?? [], wallClock)
          .filter(({ date }) => date.fromDateTime > wallClock)
          .slice(0, mostTrainingDates)
          .map(({ course, date }) => {
            const title = course.title[locale]
            const href = paths.event(locale, course.id, title)
            return { id: date.id, course: title, fromDateTime: date.fromDateTime, href }
          })
        return [id, { dates, email: spaces.find((each) => each.id === space)?.emailAddress ?? null }]
      }),
    )
  } catch (error) {
    log.warn({ err: error }, 'trainings could not be read')
    onMissing?.()
    return {}
  }
}

/** Reads the packages on sale in the language of the page; none while the backend is unavailable. */
export async function readPackages(
  { backend, log, onMissing }: Reads<'backend' | 'log'>,
  locale: Locale,
): Promise<PackageOffer[]> {
  try {
    const { packages } = await backend.packages()
    return packages.map((each) => offerOf(each, locale))
  } catch (error) {
    log.warn({ err: error }, 'packages could not be read')
    onMissing?.()
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
