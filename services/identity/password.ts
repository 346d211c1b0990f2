import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Problem } from '../../contracts/problem.ts'

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. A change here rehashes at the next sign-in. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

/** Compared for unknown accounts, so that they take as long as known ones; made of 32 random bytes. */
const dummyHash = `${prefix}n+QdpIMUx8WyO7IrlyVcZQ$+e5x5Q1MJYZKHomSd+gsEycQDDUgD6kQnPI/fX2oRrE`

export const passwordMinLength = 12
/** Longer ones are refused before hashing: the work of argon2 must not depend on the sender. */
export const passwordMaxLength = 256
const maxWaiting = 64

export interface Passwords {
  /** @throws Problem `tooManyRequests` when too many wait for their turn */
  hash(password: string): Promise<string>
  /**
   * Whether the password belongs to the stored hash; without a stored hash the same work and always false.
   * @throws Problem `tooManyRequests` when too many wait for their turn
   */
  matches(storedHash: string | null, password: string): Promise<boolean>
  /** Whether a stored hash was made with other parameters than today's. */
  isOutdated(storedHash: string): boolean
}

/** argon2id off the main thread, as many at a time as there are cores: each takes 19 MiB. */
export function createPasswords(): Passwords {
  const inTurn = createQueue(availableParallelism(), maxWaiting)
  return {
    hash: (password) => inTurn(() => hash(normal(password), parameters)),
    matches: (storedHash, password) =>
      inTurn(async () => (await verify(storedHash ?? dummyHash, normal(password))) && storedHash !== null),
    isOutdated: (storedHash) => !storedHash.startsWith(prefix),
  }
}

/** The same characters typed on two systems may arrive composed or not. */
function normal(password: string): string {
  return password.normalize('NFC')
}

function createQueue(width: number, depth: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= width) {
      if (waiting.length >= depth) throw new Problem('tooManyRequests', { headers: { 'retry-after': '5' } })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // A waiter takes over the place; only without one it becomes free.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
