import type { FabmanRefused } from '../../../../clients/fabman/failures.ts'
import { Problem, type ProblemCode } from '../../../../contracts/problem.ts'
import { problems } from '../../../../contracts/problem-texts.ts'
import type { Space } from '../../../../contracts/space.ts'

/** Fabman's tags for a broken rule, and our code where it differs. */
const codes: [RegExp, string][] = [
  [/^(booking|exclusiveResource|overlap)$/, 'overlap'],
  [/^(inactive|memberInactive|resourceDisabled)$/, 'bookingState'],
  [/no ?permission/i, 'noPermission'],
  [/no ?package/i, 'noPackage'],
  [/^(slots|bookingSlotsPerHour|invalidTime)$/, 'slotGrid'],
  [/^bookingWindowMinHours$/, 'windowMin'],
  [/^bookingWindowMaxDays$/, 'windowMax'],
  [/^bookingMaxMinutesPerMemberDay$/, 'memberDay'],
  [/^bookingMaxMinutesPerMemberWeek$/, 'memberWeek'],
]

/** Whether Fabman refuses the booking rather than the form of our request. */
export function isRefusal({ status, tags }: FabmanRefused): boolean {
  return status === 409 || status === 422 || codesOf(tags).length > 0
}

/**
 * Returns Fabman's refusal as Problem `refused`, with the reasons that have a code of ours.
 * @param space for the limits; null when unknown
 */
export function refusedByFabman(refused: FabmanRefused, space: Space | null): Problem {
  const found = codesOf(refused.tags).map((code) => ({
    code,
    limit: limitOf(code, space),
    nextPossible: null,
  }))
  return new Problem('refused', { cause: refused, ...(found.length > 0 && { refusals: found }) })
}

/** Returns booking codes only: a tag from outside must not select any other problem. */
function codesOf(tags: string[]): ProblemCode[] {
  const found = tags.map((tag) => codes.find(([words]) => words.test(tag))?.[1] ?? tag)
  return found.filter((code): code is ProblemCode => {
    return Object.hasOwn(problems, code) && problems[code as ProblemCode].status === 422
  })
}

function limitOf(code: string, space: Space | null): number | null {
  if (!space) return null
  const limits: Record<string, number | null> = {
    slotGrid: 60 / space.bookingSlotsPerHour,
    windowMin: space.bookingWindowMinHours ?? 0,
    windowMax: space.bookingWindowMaxDays,
    memberDay: space.bookingMaxMinutesPerMemberDay,
    memberWeek: space.bookingMaxMinutesPerMemberWeek,
  }
  return limits[code] ?? null
}
