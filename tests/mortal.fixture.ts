import type { Ordering } from '../services/backend/orders/parts.ts'
import { mortal } from '../services/connector/grants.fixture.ts'

/** No process is killed. */
export const never = Infinity
/** Some hundred processes live and die in each test. */
export const longestMs = 240_000

export type Mortal = ReturnType<typeof mortal>

/** The parts of a process that dies before a statement of its database, or before or after a call of another system. */
export function mortalParts(parts: Ordering, life: Mortal): Ordering {
  return {
    ...parts,
    db: life.database(parts.db),
    connector: dying(parts.connector, life),
    provider: parts.provider && dying(parts.provider, life),
  }
}

export function dying<Calls extends object>(calls: Calls, life: Pick<Mortal, 'point'>): Calls {
  const wrapped = Object.entries(calls).map(([name, call]) => [
    name,
    async (...given: unknown[]) => {
      life.point()
      const answer: unknown = await (call as (...given: unknown[]) => unknown)(...given)
      life.point()
      return answer
    },
  ])
  return Object.fromEntries(wrapped) as Calls
}

export async function untilDead(life: Mortal, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!life.isDead()) throw error
  })
}

/**
 * Lets a process die at each `stride`th point of some work, and another one repeat and finish it.
 * @param ends called after each death, with the point; compares what is left
 * @returns how many points the work has
 */
export async function dieAtEachPoint(work: {
  /** The first point; default: 1. */
  first?: number
  stride: number
  before: () => Promise<unknown>
  run: (life: Mortal) => Promise<unknown>
  ends: (point: string) => Promise<unknown>
}): Promise<number> {
  for (let point = work.first ?? 1; ; point += work.stride) {
    await work.before()
    const life = mortal(point)
    await untilDead(life, () => work.run(life))
    // A job notes what fails and goes on with the rest; a dead process does not.
    if (!life.isDead()) return point - work.stride
    await work.ends(`point ${point}`)
  }
}
