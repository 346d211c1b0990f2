import type { Context } from 'hono'
import { Problem } from '../../../contracts/problem.ts'
import { ageHeader } from '../../../contracts/age.ts'
import type { ServiceEnv } from '../../../platform/http/service.ts'
import type { OnStale } from '../cache/cache.ts'

export type Handler = (c: Context<ServiceEnv>) => Promise<Response>

/** What was asked for. @throws Problem `notFound` when there is no such thing */
export function existing<T>(answer: T | null): T {
  if (answer === null) throw new Problem('notFound')
  return answer
}

/** What this workshop system has. @throws Problem `notSupported` when it has no such thing */
export function supported<T>(part: T | undefined): T {
  if (part === undefined) throw new Problem('notSupported')
  return part
}

/** Says on the answer how old it is, when it is not from now: the oldest of what it is made of counts. */
export function tellAge(c: Context<ServiceEnv>): OnStale {
  let oldest = 0
  return (ageSeconds) => {
    oldest = Math.max(oldest, ageSeconds)
    c.header(ageHeader, String(oldest))
  }
}
