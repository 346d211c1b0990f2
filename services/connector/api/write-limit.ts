import { Problem } from '../../../contracts/problem.ts'
import type { Clock } from '../../../platform/clock.ts'

const windowMs = 60_000
/** More than anybody taps, and few enough that nobody floods the mailbox of the space. */
const most = 60
/** Beyond it those whose minute is over are forgotten. */
const mostMembers = 10_000

/**
 * Lets a member write so often in a minute. Counted in this process: a count in the database would cost each booking as
 * much as all that decides about it.
 */
export function createPace(clock: Clock) {
  const minutes = new Map<number, { writes: number; endsAt: number }>()
  return {
    /** Counts one write. @throws Problem `tooManyRequests` with Retry-After when it is one too many */
    hit(member: number): void {
      const now = clock().getTime()
      if (minutes.size > mostMembers)
        for (const [id, { endsAt }] of minutes) if (endsAt <= now) minutes.delete(id)
      const known = minutes.get(member)
      const minute = known && now < known.endsAt ? known : { writes: 0, endsAt: now + windowMs }
      minute.writes += 1
      minutes.set(member, minute)
      if (minute.writes <= most) return
      const wait = Math.ceil((minute.endsAt - now) / 1000)
      throw new Problem('tooManyRequests', { headers: { 'retry-after': String(wait) } })
    },
  }
}
export type Pace = ReturnType<typeof createPace>
