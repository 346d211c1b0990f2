import { FabmanRefused, FabmanUnavailable } from '../../../clients/fabman.ts'
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

export function unavailable(cause: unknown): Problem {
  return new Problem('upstreamUnavailable', { cause, headers: { 'retry-after': '10' } })
}
