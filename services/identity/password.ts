import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Problem } from '../../contracts/problem.ts'

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. A change here rehashes at the next sign-in. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

/** Compared for unknown accounts, so that they take as long as known ones; made of 32 random bytes. */
const dummyHash = `${prefix}n+QdpIMUx8WyO7IrlyVcZQ$+e5x5Q1MJYZKHomSd+gsEycQDDUgD6kQnPI/fX2oRrE`

const maxWaiting = 64

export interface Passwords {
  /** @throws Problem `tooManyRequests` when the queue is full */
  hash(password: string): Promise<string>
  /**
   * Compares a password with the stored hash; without a hash it does the same work and returns false.
   * @throws Problem `tooManyRequests` when the queue is full
   */
  matches(storedHash: string | null, password: string): Promise<boolean>
  /** Whether a stored hash has other parameters than today's. */
  isOutdated(storedHash: string): boolean
}

/** Runs argon2id off the main thread, as many at a time as there are cores: each takes 19 MiB. */
export function createPasswords(): Passwords {
  const inTurn = createQueue(availableParallelism(), maxWaiting)
  return {
    hash: (password) => inTurn(() => hash(normal(password), parameters)),
    matches: (storedHash, password) =>
      inTurn(async () => (await verify(storedHash ?? dummyHash, normal(password))) && storedHash !== null),
    isOutdated: (storedHash) => !storedHash.startsWith(prefix),
  }
}

/** The same characters typed on two systems may arrive composed or decomposed. */
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
      // A waiting caller takes over the slot; without one the slot becomes free.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
