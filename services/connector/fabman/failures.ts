import { FabmanRefused, FabmanUnavailable } from '../../../clients/fabman/failures.ts'
import { isTimeout, withTimeout } from '../../../clients/with-timeout.ts'
import { Problem } from '../../../contracts/problem.ts'

/** Turns Fabman's silence and its unexpected refusals into Problem `upstreamUnavailable`. */
export async function asUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FabmanUnavailable || error instanceof FabmanRefused) throw unavailable(error)
    throw error
  }
}

/** The same calls, each through `asUnavailable`. */
export function eachUnavailable<Calls extends Record<string, (...asked: never[]) => Promise<unknown>>>(
  calls: Calls,
): Calls {
  const wrapped = Object.entries(calls).map(([name, call]) => [
    name,
    (...asked: never[]) => asUnavailable(() => call(...asked)),
  ])
  return Object.fromEntries(wrapped) as Calls
}

/** Milliseconds that a write may read before it is refused; one read may take almost as long. */
export const readingMs = 2600

/** Milliseconds of a whole write: less than the eight seconds after which our callers give up. */
export const writeMs = 7000

/** Reads before a write: nothing has been changed yet. @throws FabmanUnavailable after `ms` */
export async function readWithin<T>(ms: number, read: () => Promise<T>): Promise<T> {
  return withTimeout(ms, read).catch((error: unknown) => {
    throw isTimeout(error) ? new FabmanUnavailable('reading takes too long', false) : error
  })
}

export function unavailable(cause: unknown): Problem {
  return new Problem('upstreamUnavailable', { cause, headers: { 'retry-after': '10' } })
}
