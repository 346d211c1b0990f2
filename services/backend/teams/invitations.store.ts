import { type Selectable, sql } from 'kysely'
import type { Locale } from '../../../contracts/problem.ts'
import type { InvitationTable } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Tx } from '../orders/orders.store.ts'

export interface StoredInvitation extends Omit<Selectable<InvitationTable>, 'state' | 'locale'> {
  state: 'open' | 'accepted' | 'revoked'
  locale: Locale
}

/** The link that a mail carries, and how long it counts. */
export interface Sending {
  /** SHA-256 of the token. */
  tokenHash: Buffer
  sentAt: Date
  expiresAt: Date
}

/** Invites an address, or sends the open invitation to it anew: its older link ends. */
export async function put(
  tx: Tx,
  row: Pick<StoredInvitation, 'teamId' | 'email' | 'invitedBy' | 'locale'> & Sending,
): Promise<void> {
  const { teamId: _, email: __, ...change } = row
  await tx
    .insertInto('invitation')
    .values({ ...row, state: 'open' })
    .onConflict((conflict) =>
      conflict
        .columns(['teamId', 'email'])
        .where(sql<boolean>`state = 'open'`)
        .doUpdateSet(change),
    )
    .execute()
}

/** Returns the open invitations of a team, also those that are too old, in the order in which they were made. */
export async function openOf(db: Database | Tx, team: number): Promise<StoredInvitation[]> {
  const rows = await db
    .selectFrom('invitation')
    .selectAll()
    .where('teamId', '=', team)
    .where('state', '=', 'open')
    .orderBy('id')
    .execute()
  return rows.map(toInvitation)
}

export async function byToken(db: Database | Tx, tokenHash: Buffer): Promise<StoredInvitation | null> {
  const row = await db
    .selectFrom('invitation')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return row ? toInvitation(row) : null
}

/** Ends an open invitation; false when it has ended, or is too old to be accepted. */
export async function end(
  tx: Tx,
  { id, state, now }: { id: number; state: 'accepted' | 'revoked'; now: Date },
): Promise<boolean> {
  const ended = await tx
    .updateTable('invitation')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .$if(state === 'accepted', (query) => query.where('expiresAt', '>', now))
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Deletes invitations that ended, or could be accepted last, before a time: nobody needs their addresses any more. */
export async function forget(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('invitation').where('expiresAt', '<', before).execute()
}

function toInvitation(row: Selectable<InvitationTable>): StoredInvitation {
  // The database knows no others.
  return row as StoredInvitation
}
