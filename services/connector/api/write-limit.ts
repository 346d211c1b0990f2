import { Problem } from '../../../contracts/problem.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { WriteLimit } from '../../../platform/idempotency.ts'

const windowMs = 60_000
/** More than anybody taps, and few enough to protect the mailbox of the space. */
const maxWrites = 60
/** Above this number of members, those whose minute is over are removed. */
const maxMembers = 10_000

/**
 * Limits the writes of a member to 60 a minute. Counts in this process: a count in the database would cost each booking
 * as much as the decision about it.
 */
export function createWriteLimit(clock: Clock): WriteLimit {
  const minutes = new Map<number, { writes: number; endsAt: number }>()
  return {
    hit(member) {
      const now = clock().getTime()
      if (minutes.size > maxMembers)
        for (const [id, { endsAt }] of minutes) if (endsAt <= now) minutes.delete(id)
      const begun = minutes.get(member)
      const minute = begun && now < begun.endsAt ? begun : { writes: 0, endsAt: now + windowMs }
      minute.writes += 1
      minutes.set(member, minute)
      if (minute.writes <= maxWrites) return () => void (minute.writes -= 1)
      const waitSeconds = Math.ceil((minute.endsAt - now) / 1000)
      throw new Problem('tooManyRequests', { headers: { 'retry-after': String(waitSeconds) } })
    },
  }
}
