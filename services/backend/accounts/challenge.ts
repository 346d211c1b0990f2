import { createHmac, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { Problem } from '../../../contracts/problem.ts'
import {
  Challenge,
  challengeAlgorithm,
  type ChallengeFault,
  SolvedChallenge,
} from '../../../contracts/registration.ts'
import type { Replay } from '../../../platform/auth/dpop.ts'
import type { Clock } from '../../../platform/clock.ts'

const lifetimeSeconds = 300
/** About a third of a second of work on two cores (docs/decisions/042-registration.md). */
const cost = 1000
const usualCounter = { min: 500, max: 1500 }

export interface Challenges {
  issue(): Promise<Challenge>
  /**
   * Uses a solved challenge up, in every process.
   * @param payload `SolvedChallenge` as JSON in base64
   * @throws Problem `invalidInput` that names `altcha` and its ChallengeFault
   */
  redeem(payload: string): Promise<void>
}

interface ChallengesOptions {
  /** The secret of the installation. */
  secret: Buffer
  replay: Replay
  clock: Clock
  /** How much work a challenge is, from `min` to less than `max`; measurements want little. */
  counter?: { min: number; max: number }
}

/** The proofs of work of a registration (ALTCHA): signed when issued, so that only used ones are stored. */
export function createChallenges({
  secret,
  replay,
  clock,
  counter = usualCounter,
}: ChallengesOptions): Challenges {
  const keyOf = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex')
  const secrets = {
    hmacSignatureSecret: keyOf('altcha'),
    hmacKeySignatureSecret: keyOf('altcha-key'),
  }
  const now = () => Math.floor(clock().getTime() / 1000)

  return {
    async issue() {
      // The library judges its own `expiresAt` by the clock of the machine; ours is in the signed data.
      const data = { action: 'register', until: now() + lifetimeSeconds }
      const work = { algorithm: challengeAlgorithm, cost, counter: randomInt(counter.min, counter.max) }
      // Only what the contract lists: the library's object also has empty properties.
      return Challenge.parse(
        JSON.parse(JSON.stringify(await createChallenge({ ...work, data, deriveKey, ...secrets }))),
      )
    },

    async redeem(payload) {
      const solved = SolvedChallenge.safeParse(decoded(payload))
      if (!solved.success) throw refused('wrong')
      const { challenge, solution } = solved.data
      const { verified } = await verifySolution({
        challenge,
        solution: { ...solution, time: 0 },
        deriveKey,
        ...secrets,
      })
      if (!verified) throw refused('wrong')
      const { nonce, data } = challenge.parameters
      if (data.until < now()) throw refused('expired')
      // By its nonce, which is signed: the same challenge has many payloads.
      if (!(await replay.remember(`altcha:${nonce}`, new Date((data.until + 1) * 1000))))
        throw refused('used')
    },
  }
}

function decoded(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64').toString('utf8'))
  } catch {
    return null
  }
}

function refused(message: ChallengeFault): Problem {
  return new Problem('invalidInput', { errors: [{ field: 'altcha', message }], params: { field: 'altcha' } })
}
