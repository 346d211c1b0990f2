import type { Course } from '../../contracts/course.ts'
import type { TrainingPath, TrainingStep } from '../../contracts/live.ts'
import { toLocal } from '../../rules/time.ts'
import type { SiteServices } from '../context.ts'
import { clockTime, shortDay } from '../i18n/format.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import { loadDirectory } from '../live/directory.ts'
import * as paths from '../paths.ts'
import { comingEntries } from './event-filter.ts'
import { seatsText } from './event-words.ts'
import {
  anyDate,
  giving,
  instructionFor,
  instructionWay,
  neededFirst,
  nextTraining,
  readTrainingCourses,
  titleOf,
  type Trainings,
  trainingWay,
} from './training-way.server.ts'

const mostDates = 3

/** Loads what each visible piece of equipment that requires a training needs, in the order of its names. */
export async function loadTrainingPaths(services: SiteServices, locale: Locale): Promise<TrainingPath[]> {
  const [{ spaces, equipment, nameOf }, known] = await Promise.all([
    loadDirectory(services, locale),
    readTrainingCourses(services),
  ])
  const now = toLocal(services.now(), spaces[0]?.timezone ?? 'UTC')
  return equipment
    .filter(({ visibleForMembers, requiresTraining }) => visibleForMembers && requiresTraining)
    .map(({ id, space, name }) => ({
      id,
      name: nameOf(id) ?? name,
      steps: stepsTo(id, known, {
        now,
        locale,
        email: spaces.find((each) => each.id === space)?.emailAddress ?? null,
      }),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, locale))
}

interface Here {
  /** Wall-clock time. */
  now: string
  locale: Locale
  email: string | null
}

function stepsTo(equipment: number, known: Trainings | null, here: Here): TrainingStep[] {
  const { now, locale } = here
  if (!known)
    return [{ trainings: [], title: translate(locale, 'me_trainings_step'), way: anyDate(locale), dates: [] }]
  const courses = known.unlocking.get(equipment) ?? []
  const unlocking = known.trainings.filter(({ resources }) => resources.includes(equipment))
  const next = nextTraining(courses, now)?.course ?? courses[0]
  const own = next?.title[locale] ?? unlocking[0]?.title ?? translate(locale, 'me_trainings_step')
  return [
    ...neededFirst(courses, now, known).map((id) => {
      const title = titleOf(id, known, locale)
      const instruction = instructionFor([id], known)
      return instruction
        ? { trainings: [id], title, way: instructionWay(instruction, locale), dates: [] }
        : stepOf([id], title, giving(id, known.courses), here)
    }),
    stepOf(
      unlocking.map(({ id }) => id),
      own,
      courses,
      here,
    ),
  ]
}

function stepOf(
  trainings: number[],
  title: string,
  courses: Course[],
  { now, locale, email }: Here,
): TrainingStep {
  const dates = comingEntries(courses, now)
    .filter(({ date }) => date.fromDateTime > now && date.freeSeats > 0)
    .slice(0, mostDates)
    .map(({ course, date: { id, fromDateTime, freeSeats } }) => ({
      id,
      href: paths.event(locale, course.id, course.title[locale]),
      words: translate(locale, 'me_trainings_date', {
        day: shortDay(fromDateTime, locale),
        time: clockTime(fromDateTime),
        seats: seatsText(freeSeats, locale),
      }),
    }))
  return { trainings, title, way: trainingWay(nextTraining(courses, now), email, locale), dates }
}
