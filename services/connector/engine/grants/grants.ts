import type { Transaction } from 'kysely'
import type { Grant, Granted, NewMember } from '../../../../contracts/grant.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import { violates } from '../../../../platform/database/database.ts'
import { addressTaken, fingerprintOf, resultOf, unknownId } from '../../grant-record.ts'
import { lockMemberNumbers } from '../bookings/locks.store.ts'
import type { WorkshopSystem } from '../../workshop-system.ts'
import { memberById } from '../members/members.store.ts'
import { payWithNewCredits } from '../money/holding.ts'
import type { Engine } from '../parts.ts'
import { transact } from '../transact.ts'
import * as store from './grants.store.ts'

export function grantCalls(engine: Engine) {
  return { grant: (key, wanted) => grant(engine, key, wanted) } satisfies Partial<WorkshopSystem>
}

/** Gives rights exactly once per key. One transaction gives everything or nothing. */
async function grant(engine: Engine, key: string, wanted: Grant): Promise<Granted> {
  return transact(engine, async (tx) => {
    const createdAt = engine.clock()
    const fingerprint = fingerprintOf(wanted)
    const known = await store.claim(tx, { key, fingerprint, createdAt })
    if (known) return completed(resultOf(known, fingerprint))

    const member = await memberOf(tx, wanted.member, createdAt)
    const own = { member, createdAt }
    const packages = await inOrder(wanted.packages, (one, index) =>
      orUnknown('member_package_package', `packages.${index}.package`, () =>
        store.insertPackage(tx, { ...own, ...one }),
      ),
    )
    for (const credit of wanted.packageCredits ?? []) await store.insertCredit(tx, { ...own, ...credit })
    const credits = await inOrder(wanted.credits, (one) => store.insertCredit(tx, { ...own, ...one }))
    const trainings = await inOrder(wanted.trainings, (one, index) =>
      orUnknown('member_training_training', `trainings.${index}.training`, () =>
        store.insertTraining(tx, { ...own, ...one }),
      ),
    )
    await payWithNewCredits(tx, { member, teams: teamsOf(wanted), now: createdAt })
    const granted = { key, member, packages, credits, trainings }
    await store.complete(tx, granted)
    return granted
  })
}

async function memberOf(tx: Transaction<Tables>, wanted: Grant['member'], createdAt: Date): Promise<number> {
  if ('id' in wanted) {
    if (await memberById(tx, wanted.id)) return wanted.id
    throw unknownId('member.id')
  }
  return insertMember(tx, wanted, createdAt)
}

async function insertMember(tx: Transaction<Tables>, wanted: NewMember, createdAt: Date): Promise<number> {
  await lockMemberNumbers(tx)
  try {
    return await store.insertMember(tx, wanted, createdAt)
  } catch (error) {
    if (violates(error, 'member_email_address_unique')) throw addressTaken(error)
    throw violates(error, 'member_space') ? unknownId('member.space', error) : error
  }
}

/** Returns the teams whose shared credits, or the right to spend them, a grant gives. */
function teamsOf({ packages, credits, packageCredits = [] }: Grant): number[] {
  const given = [...packages, ...credits, ...packageCredits]
  return [...new Set(given.flatMap(({ team }) => team ?? []))]
}

/** Turns a reference to nothing into Problem `notFound`. */
async function orUnknown<T>(constraint: string, field: string, insert: () => Promise<T>): Promise<T> {
  try {
    return await insert()
  } catch (error) {
    throw violates(error, constraint) ? unknownId(field, error) : error
  }
}

async function inOrder<T>(
  wanted: T[],
  insert: (one: T, index: number) => Promise<number>,
): Promise<number[]> {
  const ids: number[] = []
  for (const [index, one] of wanted.entries()) ids.push(await insert(one, index))
  return ids
}

/** Nobody sees a grant of the engine before it is complete. */
function completed(result: Granted | null): Granted {
  if (!result) throw new Error('a grant that was begun on another workshop system')
  return result
}
