import type { Database } from './database/database.ts'

export interface Claim {
  member: number
  key: string
  /** Tells this attempt from others with the same key. */
  claim: string
}

interface IdempotencyRecord {
  fingerprint: Buffer
  claim: string
  claimedUntil: Date
  /** null while the request runs. */
  status: number | null
  body: string | null
}

/** Claims an unused key. @returns whether it was claimed */
export async function claimNew(
  db: Database,
  { member, ...claim }: Claim & { fingerprint: Buffer; claimedUntil: Date; createdAt: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('idempotencyKey')
    .values({ memberId: member, ...claim })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

export async function findRecord(
  db: Database,
  member: number,
  key: string,
): Promise<IdempotencyRecord | null> {
  const row = await db
    .selectFrom('idempotencyKey')
    .select(['fingerprint', 'claim', 'claimedUntil', 'status', 'body'])
    .where('memberId', '=', member)
    .where('key', '=', key)
    .executeTakeFirst()
  return row ?? null
}

/** Takes over from an attempt that died. @returns whether it is ours */
export async function takeOver(
  db: Database,
  died: Claim,
  { claim, claimedUntil }: { claim: string; claimedUntil: Date },
): Promise<boolean> {
  return (await updateOwn(db, died, { claim, claimedUntil }).executeTakeFirst()) !== undefined
}

/** Stores the response; writes nothing when another attempt has taken over. */
export async function saveResponse(
  db: Database,
  own: Claim,
  response: { status: number; body: string },
): Promise<void> {
  await updateOwn(db, own, response).execute()
}

/** Frees the key of a request that did nothing. */
export async function release(db: Database, { member, key, claim }: Claim): Promise<void> {
  await db
    .deleteFrom('idempotencyKey')
    .where('memberId', '=', member)
    .where('key', '=', key)
    .where('claim', '=', claim)
    .where('status', 'is', null)
    .execute()
}

export async function deleteBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('idempotencyKey').where('createdAt', '<', before).execute()
}

function updateOwn(
  db: Database,
  { member, key, claim }: Claim,
  change: { claim: string; claimedUntil: Date } | { status: number; body: string },
) {
  return db
    .updateTable('idempotencyKey')
    .set(change)
    .where('memberId', '=', member)
    .where('key', '=', key)
    .where('claim', '=', claim)
    .where('status', 'is', null)
    .returning('key')
}
