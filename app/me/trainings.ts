import type { OwnTraining } from '../../contracts/member.ts'
import type { TrainingPath } from '../../contracts/live.ts'
import { endingSoon } from './credit-entry.ts'
import { isValid } from './use-rights.ts'

export interface GroupedTrainings {
  valid: OwnTraining[]
  /** Valid for at most 30 more days, the soonest first. */
  ending: (OwnTraining & { untilDate: string })[]
  /** The latest first. */
  ended: OwnTraining[]
}

/** Groups what a member was trained in, each training once: by the entry that is valid longest. @param today YYYY-MM-DD */
export function groupTrainings(trainings: OwnTraining[], today: string): GroupedTrainings {
  const longest = [...Map.groupBy(trainings, ({ training }) => training).values()].flatMap(
    (entries) =>
      entries.toSorted((one, other) => rank(other, today).localeCompare(rank(one, today)))[0] ?? [],
  )
  const isOver = ({ untilDate }: OwnTraining) => untilDate !== null && untilDate < today
  const ending = endingSoon(
    longest.filter((each) => isValid(each, today)),
    today,
  )
  return {
    valid: longest.filter((each) => !isOver(each) && !ending.some(({ id }) => id === each.id)),
    ending,
    ended: longest
      .filter(isOver)
      .toSorted((one, other) => (other.untilDate ?? '').localeCompare(one.untilDate ?? '')),
  }
}

/** Entries that have begun come before those to come. */
function rank({ fromDate, untilDate }: OwnTraining, today: string): string {
  return `${fromDate <= today ? 1 : 0} ${untilDate ?? 'without end'}`
}

export interface OpenPath {
  /** The machines that these steps unlock. */
  machines: Pick<TrainingPath, 'id' | 'name' | 'drawing'>[]
  steps: (TrainingPath['steps'][number] & { isDone: boolean })[]
}

/** Returns the paths to equipment that a member may not book today, machines with the same steps as one, with what is done of each. */
export function openPaths(paths: TrainingPath[], trainings: OwnTraining[], today: string): OpenPath[] {
  const held = new Set(trainings.filter((each) => isValid(each, today)).map(({ training }) => training))
  const alike = Map.groupBy(paths, ({ steps }) => steps.map(({ trainings: ids }) => ids.join()).join('>'))
  return [...alike.values()]
    .map((group) => ({
      machines: group.map(({ id, name, drawing }) => ({ id, name, drawing })),
      steps: (group[0]?.steps ?? []).map((step) => ({
        ...step,
        isDone: step.trainings.some((id) => held.has(id)),
      })),
    }))
    .filter(({ steps }) => steps.at(-1)?.isDone !== true)
}
