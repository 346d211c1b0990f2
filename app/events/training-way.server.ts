import type { Course } from '../../contracts/course.ts'
import type { Equipment } from '../../contracts/equipment.ts'
import type { InstructionEntry } from '../../contracts/instruction.ts'
import type { TrainingWay, TrainingWays } from '../../contracts/live.ts'
import type { Space } from '../../contracts/space.ts'
import type { TrainingCourse } from '../../contracts/training.ts'
import { toLocal } from '../../rules/time.ts'
import type { SiteServices } from '../context.ts'
import { clockTime, shortDay } from '../i18n/format.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { type EventEntry, openEntries } from './event-filter.ts'
import { seatsText } from './event-words.ts'

type Services = Pick<SiteServices, 'backend' | 'connector' | 'log' | 'now'>
type Unlocking = ReadonlyMap<number, Course[]>

/** The last join of each list of courses. An unchanged list is the same object, see clients/page-reads.ts. */
const joined = new WeakMap<Course[], { trainings: TrainingCourse[]; unlocking: Unlocking }>()

/** Returns the courses that unlock each piece of equipment, by its id; joined once per change of either list. */
export function unlockingCourses(courses: Course[], trainings: TrainingCourse[]): Unlocking {
  const last = joined.get(courses)
  if (last?.trainings === trainings) return last.unlocking
  const unlocking = new Map<number, Course[]>()
  for (const course of courses) {
    const resources = trainings
      .filter(({ id }) => course.grants.includes(id))
      .flatMap((each) => each.resources)
    for (const id of new Set(resources)) unlocking.set(id, [...(unlocking.get(id) ?? []), course])
  }
  joined.set(courses, { trainings, unlocking })
  return unlocking
}

/** Trainings, the courses that give each, and the courses that unlock equipment. */
export interface Trainings {
  trainings: TrainingCourse[]
  courses: Course[]
  unlocking: Unlocking
  /** Trainings that members get by answering questions online. */
  instructions: InstructionEntry[]
}

/** Reads which courses give which trainings and unlock which equipment; null while the backend or the connector is away. */
export async function readTrainingCourses({
  backend,
  connector,
  log,
}: Omit<Services, 'now'>): Promise<Trainings | null> {
  try {
    const [courses, trainings, instructions] = await Promise.all([
      backend.courses(),
      connector.trainingCourses(),
      backend.instructions(),
    ])
    return { courses, trainings, instructions, unlocking: unlockingCourses(courses, trainings) }
  } catch (error) {
    log.warn({ err: error }, 'courses of trainings could not be read')
    return null
  }
}

/**
 * Loads the way to the training for a piece of equipment; the way is null for equipment that requires none. While the
 * courses cannot be read, every way leads to the list of dates.
 */
export async function loadTrainingWays(services: Services, locale: Locale) {
  const known = await readTrainingCourses(services)
  return (
    { id, space, requiresTraining }: Pick<Equipment, 'id' | 'space' | 'requiresTraining'>,
    spaces: Pick<Space, 'id' | 'timezone' | 'emailAddress'>[],
  ): TrainingWays | null => {
    if (!requiresTraining) return null
    if (!known) return { steps: [anyDate(locale)] }
    // The dates of courses are wall-clock times of the first space, as on the page of dates.
    const now = toLocal(services.now(), spaces[0]?.timezone ?? 'UTC')
    const email = spaces.find((each) => each.id === space)?.emailAddress ?? null
    const courses = known.unlocking.get(id) ?? []
    const needed = neededFirst(courses, now, known)
    const before = firstSteps(needed, now, known)
    const entry = nextTraining(courses, before.at(-1)?.ready ?? now)
    const way = trainingWay(entry, email, locale)
    if (needed.length === 0) return { steps: [way] }
    const links = before.map((step) => firstLink(step, locale))
    const first = links.filter((link) => link !== null)
    const titles = needed
      .filter((_, index) => !links[index])
      .map((training) => titleOf(training, known, locale))
    const last = {
      ...way,
      ...(first.length > 0 &&
        entry && { label: translate(locale, 'events_training_then', { title: way.label }) }),
      ...(titles.length > 0 && {
        next: `${way.next}\n${translate(locale, 'events_training_before', { titles: titles.join(', ') })}`,
      }),
    }
    // An instruction about the house unlocks nothing, so equipment tells nobody who has it.
    const unlocking = known.trainings.filter(
      ({ id: each, resources }) => needed.includes(each) && resources.length > 0,
    )
    const unlocked = unlocking.flatMap(({ resources }) => resources)
    const [step, ...following] = [...first, last]
    return {
      steps: [step, ...following],
      ...(unlocking.length === needed.length && {
        ready: { ...trainingWay(nextTraining(courses, now), email, locale), unlocked },
      }),
    }
  }
}

/** A training that is needed before others. */
interface FirstStep {
  training: number
  instruction: InstructionEntry | undefined
  /** The date that gives it: the soonest after the steps before. */
  next: EventEntry | undefined
  /** Wall-clock time at which this step and those before can be done at the earliest. */
  ready: string
}

/** Returns the trainings that are needed first with how they are got, each after the one before is done. */
export function firstSteps(needed: number[], now: string, known: Trainings): FirstStep[] {
  let ready = now
  return needed.map((training) => {
    const instruction = instructionFor([training], known)
    const courses = instruction ? [] : giving(training, known.courses)
    const next = nextTraining(courses, ready)
    const ends = openEntries(courses, ready)
      .filter(({ date }) => date.freeSeats > 0)
      .map(({ date }) => date.untilDateTime)
      .toSorted()
    ready = ends[0] ?? next?.date.untilDateTime ?? ready
    return { training, instruction, next, ready }
  })
}

/** Returns null where no date is known: the way to the last training names it then. */
function firstLink({ instruction, next }: FirstStep, locale: Locale): TrainingWay | null {
  if (!instruction && !next) return null
  const way = instruction ? instructionWay(instruction, locale) : trainingWay(next, null, locale)
  return { ...way, label: translate(locale, 'events_training_first', { title: way.label }) }
}

/** Where people sign up for a date; a full one leads to the page with all dates. */
function wayTo({ course, date }: EventEntry, locale: Locale): string {
  const title = course.title[locale]
  return date.freeSeats > 0
    ? paths.eventSignUp(locale, course.id, title, date.id)
    : paths.event(locale, course.id, title)
}

/** Returns the trainings that a member needs before the next of these courses, each after what it needs itself. */
export function neededFirst(courses: Course[], now: string, { courses: all }: Trainings): number[] {
  const found: number[] = []
  const collect = (of: Course[], above: number[]): void => {
    const course = nextTraining(of, now)?.course ?? of[0]
    for (const id of course?.requires ?? []) {
      if (above.includes(id) || found.includes(id)) continue
      collect(giving(id, all), [...above, id])
      found.push(id)
    }
  }
  collect(courses, [])
  return found
}

/** Returns the courses that give a training. */
export function giving(training: number, courses: Course[]): Course[] {
  return courses.filter(({ grants }) => grants.includes(training))
}

/** Returns the instruction that gives the first of these trainings that any gives. */
export function instructionFor(
  trainings: number[],
  { instructions }: Trainings,
): InstructionEntry | undefined {
  return instructions.find(({ training }) => trainings.includes(training))
}

/** The way to an instruction, which needs no date. */
export function instructionWay({ slug, title }: InstructionEntry, locale: Locale): TrainingWay {
  return {
    href: paths.page(locale, `instruction/${slug}`),
    label: title[locale],
    next: translate(locale, 'instruction_way'),
  }
}

/** Returns the name of a training: the title of what gives it, which has both languages, else its own. */
export function titleOf(training: number, known: Trainings, locale: Locale): string {
  const [course] = giving(training, known.courses)
  const source = instructionFor([training], known) ?? course
  return source?.title[locale] ?? known.trainings.find(({ id }) => id === training)?.title ?? ''
}

/** Returns the next date that has not begun, one with a free seat before all full ones. @param now wall-clock time */
export function nextTraining(courses: Course[], now: string): EventEntry | undefined {
  const open = openEntries(courses, now)
  return open.find(({ date }) => date.freeSeats > 0) ?? open[0]
}

/** @param email of the space, for a training without a date */
export function trainingWay(next: EventEntry | undefined, email: string | null, locale: Locale): TrainingWay {
  const none = translate(locale, 'events_training_none')
  if (!next) return email ? { href: `mailto:${email}`, label: email, next: none } : anyDate(locale)
  const { course, date } = next
  const title = course.title[locale]
  return {
    href: wayTo(next, locale),
    label: title,
    next:
      date.freeSeats === 0
        ? translate(locale, 'events_training_full')
        : translate(locale, 'events_training_next', {
            day: shortDay(date.fromDateTime, locale),
            time: clockTime(date.fromDateTime),
            seats: seatsText(date.freeSeats, locale),
          }),
  }
}

export function anyDate(locale: Locale): TrainingWay {
  return { href: paths.page(locale, 'events'), label: translate(locale, 'events_training_dates'), next: '' }
}
