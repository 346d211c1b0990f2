import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import { FabmanRefused, FabmanUnavailable } from '../../../../clients/fabman/failures.ts'
import { Problem } from '../../../../contracts/problem.ts'
import { readWithin, writeMs } from '../failures.ts'
import type { Parts } from '../parts.ts'

/** Fabman's API guide advises after a 409: read again and retry. */
const [mostAttempts, pauseMs] = [5, 200]

interface Change<T extends z.ZodType> {
  path: string
  schema: T
  /** What to send beside the version. */
  body: object
  /** Whether the object is as wanted already: then there is no call, so that a repeat changes nothing. */
  isDone: (found: z.output<T>) => boolean
  /** Names what Fabman refuses. */
  field: string
}

/**
 * Changes one object of Fabman; it is read again after a conflict and after a lost answer.
 * @returns the object afterwards; null = there is none
 * @throws Problem `notSupported` with Fabman's message where it refuses the values
 */
export async function changeVersioned<T extends z.ZodType<{ lockVersion: number }>>(
  { client, now }: Pick<Parts, 'client' | 'now'>,
  { path, schema, body, isDone, field }: Change<T>,
): Promise<z.output<T> | null> {
  const deadline = now() + writeMs
  for (let attempt = 1; ; attempt++) {
    const found = await readWithin(Math.max(0, deadline - now()), () => client.get(path, schema))
    if (!found || isDone(found)) return found
    const { lockVersion } = found
    try {
      return await client.put(path, { ...body, lockVersion }, schema, deadline)
    } catch (error) {
      if (isRefused(error, 400, 422)) throw notTaken(error, field)
      const mayTryAgain = isRefused(error, 409) || (error instanceof FabmanUnavailable && error.mayBeDone)
      if (!mayTryAgain || attempt === mostAttempts) throw error
      await delay(pauseMs)
    }
  }
}

function isRefused(error: unknown, ...statuses: number[]): error is FabmanRefused {
  return error instanceof FabmanRefused && statuses.includes(error.status)
}

/** Fabman documents few error bodies, so its message is passed on unchanged. */
function notTaken(error: FabmanRefused, field: string): Problem {
  const message = [error.message, ...error.tags].filter(Boolean).join(', ')
  return new Problem('notSupported', {
    cause: error,
    errors: [{ field, message: `Fabman: ${message}` }],
  })
}
