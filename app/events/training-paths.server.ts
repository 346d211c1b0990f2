import type { Course } from '../../contracts/course.ts'
import type { TrainingPath, TrainingStep } from '../../contracts/live.ts'
import { toLocal } from '../../rules/time.ts'
import type { SiteServices } from '../context.ts'
import { clockTime, shortDay } from '../i18n/format.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import { loadDirectory } from '../live/directory.ts'
import * as paths from '../paths.ts'
import { pictureSource } from '../ui/picture-source.ts'
import { openEntries } from './event-filter.ts'
import { pricesText, seatsText } from './event-words.ts'
import {
  anyDate,
  firstSteps,
  giving,
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
  const [{ spaces, equipment, pages, nameOf }, known] = await Promise.all([
    loadDirectory(services, locale),
    readTrainingCourses(services),
  ])
  const now = toLocal(services.now(), spaces[0]?.timezone ?? 'UTC')
  return equipment
    .filter(({ visibleForMembers, requiresTraining }) => visibleForMembers && requiresTraining)
    .map(({ id, space, name }) => ({
      id,
      name: nameOf(id) ?? name,
      drawing: pictureSource(pages.get(id)?.drawing ?? '', services.config.publicUrl),
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
    return [
      {
        trainings: [],
        title: translate(locale, 'me_trainings_step'),
        way: anyDate(locale),
        dates: [],
        later: [],
      },
    ]
  const courses = known.unlocking.get(equipment) ?? []
  const unlocking = known.trainings.filter(({ resources }) => resources.includes(equipment))
  const next = nextTraining(courses, now)?.course ?? courses[0]
  const own = next?.title[locale] ?? unlocking[0]?.title ?? translate(locale, 'me_trainings_step')
  const first = firstSteps(neededFirst(courses, now, known), now, known)
  const readyAt = (index: number) => first[index - 1]?.ready ?? now
  return [
    ...first.map(({ training: id, instruction }, index) => {
      const title = titleOf(id, known, locale)
      return instruction
        ? { trainings: [id], title, way: instructionWay(instruction, locale), dates: [], later: [] }
        : stepOf({ trainings: [id], title, courses: giving(id, known.courses) }, readyAt(index), here)
    }),
    stepOf({ trainings: unlocking.map(({ id }) => id), title: own, courses }, readyAt(first.length), here),
  ]
}

/** @param ready when the steps before can be done at the earliest */
function stepOf(
  { trainings, title, courses }: Pick<TrainingStep, 'trainings' | 'title'> & { courses: Course[] },
  ready: string,
  { now, locale, email }: Here,
): TrainingStep {
  const datesFrom = (time: string) =>
    openEntries(courses, time)
      .filter(({ date }) => date.freeSeats > 0)
      .slice(0, mostDates)
      .map(({ course, date: { id, fromDateTime, freeSeats } }) => ({
        id,
        href: paths.eventSignUp(locale, course.id, course.title[locale], id),
        words: [
          translate(locale, 'me_trainings_date', {
            day: shortDay(fromDateTime, locale),
            time: clockTime(fromDateTime),
            seats: seatsText(freeSeats, locale),
          }),
          // More than one course gives it: a step is named after the next one.
          course.title[locale] !== title && `${course.title[locale]}, ${pricesText(course, locale)}`,
        ]
          .filter(Boolean)
          .join(' · '),
      }))
  const way = trainingWay(nextTraining(courses, now), email, locale)
  return { trainings, title, way, dates: datesFrom(now), later: datesFrom(ready) }
}
