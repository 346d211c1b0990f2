import { sql, type Transaction } from 'kysely'
import type { Grant, Granted, NewMember } from '../../../../contracts/grant.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import { toCents } from '../../../../rules/money.ts'
import type { GrantRecord } from '../../grant-record.ts'

type Tx = Transaction<Tables>
type Owned<T> = T & { member: number; createdAt: Date }

/** Takes the key; returns its record when it is taken. Waits for a transaction that is taking the same key. */
export async function claim(
  tx: Tx,
  row: { key: string; fingerprint: Buffer; createdAt: Date },
): Promise<GrantRecord | null> {
  const taken = await tx
    .insertInto('grantRecord')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (taken) return null
  return tx
    .selectFrom('grantRecord')
    .select(['fingerprint', 'result'])
    .where('key', '=', row.key)
    .executeTakeFirstOrThrow()
}

export async function complete(tx: Tx, granted: Granted): Promise<void> {
  await tx.updateTable('grantRecord').set({ result: granted }).where('key', '=', granted.key).execute()
}

/** The number of the member is the next one after the highest; the caller holds the lock on member numbers. */
export async function insertMember(tx: Tx, wanted: NewMember, createdAt: Date): Promise<number> {
  const { email, space, ...fields } = wanted
  const memberNumber = sql<string>`(select coalesce(max(member_number::bigint), 1000) + 1 from member
    where member_number ~ '^[0-9]{1,15}$')::text`
  const { id } = await tx
    .insertInto('member')
    .values({ ...fields, emailAddress: email, spaceId: space, memberNumber, createdAt, updatedAt: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertPackage(
  tx: Tx,
  { member, package: packageId, team, ...days }: Owned<Grant['packages'][number]>,
): Promise<number> {
  const { id } = await tx
    .insertInto('memberPackage')
    .values({ memberId: member, packageId, teamId: team ?? null, ...days })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertCredit(
  tx: Tx,
  { member, amount, team, ...rest }: Owned<Grant['credits'][number]>,
): Promise<number> {
  const { id } = await tx
    .insertInto('credit')
    .values({ memberId: member, amountCents: toCents(amount), teamId: team ?? null, ...rest })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertTraining(
  tx: Tx,
  { member, training: trainingId, ...days }: Owned<Grant['trainings'][number]>,
): Promise<number> {
  const { id } = await tx
    .insertInto('memberTraining')
    .values({ memberId: member, trainingId, ...days })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
