import { FabmanRefused, FabmanUnavailable } from '../../../../clients/fabman/failures.ts'
import { FabmanMade } from '../../../../contracts/fabman.ts'
import { Problem } from '../../../../contracts/problem.ts'
import { addressTaken, unknownId } from '../../grant-record.ts'
import { unavailable } from '../failures.ts'
import type { Parts } from '../parts.ts'
import type { Step } from './steps.ts'
import { createWriteStore, type Owner } from './writes.store.ts'

/** Fabman may carry out a call whose answer is lost up to this long after it was made. */
const settleMs = 20_000

/** Takes one step exactly once, however many attempts there are, and returns the id of what it has created. */
export function createRun({ db, client, clock, now }: Parts) {
  const writes = createWriteStore(db)

  /** @param deadline no call begins later, as `now` counts */
  return async (step: Step, owner: Owner, deadline: number): Promise<number> => {
    if (now() > deadline) throw unavailable(new Error('the grant takes too long'))
    const { foundId, askedAt, isEarlier } = await writes.open(step.id, owner, clock())
    if (foundId !== null) return foundId
    if (!isEarlier) return create(step, askedAt, deadline)

    const found = await recognise(step, askedAt)
    if (found !== null) return found
    const again = clock()
    if (again.getTime() < askedAt.getTime() + settleMs) {
      throw unavailable(new Error('an earlier call may still be carried out'))
    }
    await writes.askAgain(step.id, again)
    return create(step, again, deadline)
  }

  async function create(step: Step, askedAt: Date, deadline: number): Promise<number> {
    try {
      const { id } = await client.post(step.path, step.body, FabmanMade, deadline)
      if (await writes.found(step.id, id)) return id
      throw unavailable(new Error('another grant has taken what this one created'))
    } catch (error) {
      if (!(error instanceof FabmanRefused || error instanceof FabmanUnavailable)) throw error
      const mayBeDone = error instanceof FabmanUnavailable ? error.mayBeDone : isDuplicate(error)
      const found = mayBeDone ? await recognise(step, askedAt).catch(() => null) : null
      if (found !== null) return found
      if (error instanceof FabmanUnavailable && error.mayBeDone) throw error
      await writes.close(step.id)
      throw error instanceof FabmanRefused ? refusedStep(step, error) : error
    }
  }

  /** Returns what an earlier call has created for this step; null = nothing. */
  async function recognise(step: Step, askedAt: Date): Promise<number | null> {
    const candidates = (await client.list(step.path, FabmanMade, step.query)) ?? []
    for (const one of candidates)
      if (step.isOurs(one, askedAt) && (await writes.found(step.id, one.id))) return one.id
    return null
  }
}
export type Run = ReturnType<typeof createRun>

/** The address may be that of the member whom an earlier call of ours has made. */
function isDuplicate({ tags }: FabmanRefused): boolean {
  return tags.includes('duplicateEmailAddress')
}

/** Fabman documents few error bodies, so its message is passed on unchanged. */
function refusedStep({ id, field }: Step, refused: FabmanRefused): Error {
  const { status, message, tags } = refused
  if (id.kind === 'member' && isDuplicate(refused)) return addressTaken(refused)
  if (status === 404) return unknownId('member.id', refused)
  if (status !== 400 && status !== 409 && status !== 422) return refused
  const said = [message, ...tags].filter(Boolean).join(', ')
  return new Problem('notSupported', { cause: refused, errors: [{ field, message: `Fabman: ${said}` }] })
}
