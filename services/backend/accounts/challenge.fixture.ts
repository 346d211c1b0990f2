import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from '../../../contracts/registration.ts'

/** Does the work of a challenge as the widget would. */
export async function solutionOf(challenge: Challenge) {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('not solved')
  return { counter: solution.counter, derivedKey: solution.derivedKey }
}

/** Returns the text that the widget puts into its field. */
export function payloadOf(challenge: unknown, solution: unknown): string {
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
