import { FabmanRefused, FabmanUnavailable } from '../../../clients/fabman/fabman.ts'
import { Problem } from '../../../contracts/problem.ts'

/** The work, with Fabman's silence and its unexpected refusals as Problem `upstreamUnavailable`. */
export async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FabmanUnavailable || error instanceof FabmanRefused) throw unavailable(error)
    throw error
  }
}

/** So long a write may read before it is refused; reading once may take almost as long (`clients/fabman/fabman.ts`). */
export const readingMs = 2600

/** The reading before a write, ended in time: nothing has been asked to change yet. @throws FabmanUnavailable */
export async function inTime<T>(ms: number, reading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new FabmanUnavailable('reading takes too long', false)), Math.max(ms, 0))
  })
  try {
    return await Promise.race([reading, late])
  } finally {
    clearTimeout(timer)
  }
}

export function unavailable(cause: unknown): Problem {
  return new Problem('upstreamUnavailable', { cause, headers: { 'retry-after': '10' } })
}
