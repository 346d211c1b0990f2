import { Problem } from '../../../../contracts/problem.ts'
import type { Space } from '../../../../contracts/space.ts'
import { holdsTime, refusals } from '../../../../rules/booking/booking.ts'
import type { createCaseReader, Moving } from './case.ts'
import type { Attempt, Seen } from './member-lock.ts'

/**
 * Judges by our own rules before Fabman is asked: the key belongs to an administrator, for whom Fabman sets aside
 * what binds a member, and its refusals say neither every reason nor the next possible time.
 */
export function createJudge({
  readCase,
  now,
}: {
  readCase: ReturnType<typeof createCaseReader>
  now: () => number
}) {
  /**
   * @param sees hears which times of the machine are taken
   * @returns the space
   * @throws Problem `refused` or `notFound`
   */
  return async (asked: Attempt, sees: (seen: Seen) => void, changed?: Moving): Promise<Space> => {
    const since = now()
    const decided = await readCase(asked, changed)
    const times = decided.existing.filter((one) => one.resource === asked.resource && holdsTime(one.state))
    sees({ times, since })
    const found = refusals(decided)
    if (found.length > 0) throw new Problem('refused', { refusals: found })
    return decided.space
  }
}
export type Judge = ReturnType<typeof createJudge>
