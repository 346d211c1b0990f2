import type { Context } from 'hono'
import { Problem } from '../../contracts/problem.ts'
import type { ServiceEnv } from '../../platform/http.ts'

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
