import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { FabmanFees, FabmanMade } from '../../../../contracts/fabman.ts'
import type { Grant, Granted } from '../../../../contracts/grant.ts'
import { fingerprintOf, resultOf, unknownId } from '../../grant-record.ts'
import { readWithin, unavailable, writeMs } from '../failures.ts'
import { displayKeysOf } from '../members/keys.ts'
import type { Parts } from '../parts.ts'
import { createGrantStore } from './grants.store.ts'
import { createRun, type Run } from './run.ts'
import { creditStep, memberStep, packageStep, type Step, trainingStep } from './steps.ts'

/** Longer than an attempt takes; after it the process that works on a grant counts as dead. */
const claimMs = 15_000
/** After this wait for another attempt a grant fails. */
const longestWaitMs = 6000
/** Time between two looks at what the other attempt has done. */
const pollMs = 50

/** Gives rights exactly once per key. Runs the steps in order; a retry resumes after the last finished one. */
export function createGrant(options: Parts) {
  const { db, clock, now } = options
  const grants = createGrantStore(db)
  const run = createRun(options)

  return async (key: string, wanted: Grant): Promise<Granted> => {
    const arrived = now()
    const begun = await begin(key, fingerprintOf(wanted), arrived)
    if ('result' in begun) return begun.result
    const claim = { key, holder: begun.holder }
    try {
      const granted = await give(options, run, { key, wanted, deadline: arrived + writeMs })
      await grants.complete(claim, granted)
      return granted
    } finally {
      // A claim that is not released expires.
      await grants.release(claim).catch(() => {})
    }
  }

  /** Claims the grant, or returns its result as soon as another attempt has completed it. */
  async function begin(
    key: string,
    fingerprint: Buffer,
    arrived: number,
  ): Promise<{ holder: string } | { result: Granted }> {
    for (;;) {
      const at = clock()
      const claimedUntil = new Date(at.getTime() + claimMs)
      const holder = randomUUID()
      if (await grants.claim({ key, holder, fingerprint, claimedUntil, now: at })) return { holder }
      const record = await grants.read(key)
      const result = record && resultOf(record, fingerprint)
      if (result) return { result }
      if (now() > arrived + longestWaitMs) throw unavailable(new Error('another attempt at this grant'))
      await delay(pollMs)
    }
  }
}

/** Checks all ids before the first write, then takes the steps in their order. No call begins after the deadline. */
async function give(
  { client, directory, cache, now }: Parts,
  run: Run,
  { key, wanted, deadline }: { key: string; wanted: Grant; deadline: number },
): Promise<Granted> {
  const { first, packages, account } = await readWithin(deadline - now(), check)
  const member = typeof first === 'number' ? first : await run(first, { account, memberId: null }, deadline)
  const inOrder = async (steps: Step[]): Promise<number[]> => {
    const ids: number[] = []
    for (const step of steps) ids.push(await run(step, { account, memberId: member }, deadline))
    return ids
  }
  try {
    return {
      key,
      member,
      packages: await inOrder(packages.map((one, index) => packageStep(key, member, index, one))),
      credits: await inOrder(wanted.credits.map((one, index) => creditStep(key, member, index, one))),
      trainings: await inOrder(wanted.trainings.map((one, index) => trainingStep(key, member, index, one))),
    }
  } finally {
    // A failed step may have been carried out.
    await cache.invalidate([`fabman:member:${member}`, `${displayKeysOf(member)}*`])
  }

  async function check() {
    const first = await memberOf()
    const packages = await Promise.all(
      wanted.packages.map(async (one, index) => {
        const fees = await client.get(`/packages/${one.package}`, FabmanFees)
        if (!fees) throw unknownId(`packages.${index}.package`)
        return { ...one, fees }
      }),
    )
    for (const [index, { training }] of wanted.trainings.entries()) {
      const course = await client.get(`/training-courses/${training}`, FabmanMade)
      if (!course) throw unknownId(`trainings.${index}.training`)
    }
    return { first, packages, account: (await directory.spaces())[0]?.account ?? 0 }
  }

  /** Returns the id of a member who exists, or the step that makes a new one. */
  async function memberOf() {
    if ('id' in wanted.member) {
      const { id } = wanted.member
      if (!(await client.get(`/members/${id}`, FabmanMade))) throw unknownId('member.id')
      return id
    }
    const space = await directory.space(wanted.member.space)
    if (!space) throw unknownId('member.space')
    return memberStep(key, wanted.member, space)
  }
}
