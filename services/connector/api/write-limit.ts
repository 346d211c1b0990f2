import { Problem } from '../../../contracts/problem.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { WriteLimit } from '../../../platform/idempotency.ts'
import type { RateLimit } from '../../../platform/rate-limit.ts'

const windowMs = 60_000
/** More than anybody taps, and few enough to protect the mailbox of the space. */
const maxWrites = 60
/** Above this number of members, those whose minute is over are removed. */
const maxMembers = 10_000

/** Limits the writes of a member to 60 a minute, over all processes of a database. */
export function createSharedWriteLimit(rateLimit: Pick<RateLimit, 'hit' | 'forgive'>): WriteLimit {
  const limit = { max: maxWrites, windowSeconds: windowMs / 1000 }
  return {
    async hit(member) {
      const key = `writes:member:${member}`
      await rateLimit.hit(key, limit)
      // A database that is away takes nothing back; what it was asked to count is gone with it.
      return () => rateLimit.forgive(key, limit).catch(() => undefined)
    },
  }
}

/**
 * The same in this process: the embedded database has no other one, and a count in it would cost each booking as much as
 * the decision about it.
 */
export function createWriteLimit(clock: Clock): WriteLimit {
  const minutes = new Map<number, { writes: number; endsAt: number }>()
  return {
    async hit(member) {
      const now = clock().getTime()
      if (minutes.size > maxMembers)
        for (const [id, { endsAt }] of minutes) if (endsAt <= now) minutes.delete(id)
      const begun = minutes.get(member)
      const minute = begun && now < begun.endsAt ? begun : { writes: 0, endsAt: now + windowMs }
      minute.writes += 1
      minutes.set(member, minute)
      if (minute.writes <= maxWrites) return async () => void (minute.writes -= 1)
      const waitSeconds = Math.ceil((minute.endsAt - now) / 1000)
      throw new Problem('tooManyRequests', { headers: { 'retry-after': String(waitSeconds) } })
    },
  }
}
