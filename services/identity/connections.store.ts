import { createHash, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { IdentityConnectionTable, IdentityConnectTable } from '../../db/tables.gen.ts'
import type { Database } from '../../platform/database/database.ts'

export type Attempt = Selectable<IdentityConnectTable>
export type Connection = Selectable<IdentityConnectionTable>

/** 32 random bytes, base64url. */
export const newSecret = () => randomBytes(32).toString('base64url')

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

type NewAttempt = Pick<
  Attempt,
  'accountId' | 'connection' | 'redirectUri' | 'state' | 'codeChallenge' | 'scopes' | 'expiresAt'
> & { parameters: Record<string, string>; ticket: string; authSession: string }

/** Deletes what was not completed in time; returns the number of rows. */
export async function removeExpiredAttempts(db: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('identityConnect')
    .where('expiresAt', '<=', now)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Ends an attempt that came to nothing. */
export async function dropAttempt(db: Database, id: number): Promise<void> {
  await db.deleteFrom('identityConnect').where('id', '=', id).execute()
}

export async function beginAttempt(db: Database, { ticket, authSession, ...row }: NewAttempt): Promise<void> {
  await db
    .insertInto('identityConnect')
    .values({ ...row, ticketHash: hashOf(ticket), authSessionHash: hashOf(authSession) })
    .execute()
}

/** Rows of `identity_connect`. Each step of an attempt can be taken once. */
export function createAttemptStore(db: Database) {
  return {
    /** Uses the ticket of an attempt; null when it is over, used, or of another account. */
    async leave(
      ticket: string,
      given: { accountId: string; providerState: string; nonce: string; codeVerifier: string; now: Date },
    ): Promise<Attempt | null> {
      const { accountId, providerState, nonce, codeVerifier, now } = given
      const row = await db
        .updateTable('identityConnect')
        .set({ ticketHash: null, providerStateHash: hashOf(providerState), nonce, codeVerifier })
        .where('ticketHash', '=', hashOf(ticket))
        .where('accountId', '=', accountId)
        .where('expiresAt', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row ?? null
    },

    /** Uses the state with which the provider sends the browser back; null as above. */
    async comeBack(
      providerState: string,
      { accountId, now }: { accountId: string; now: Date },
    ): Promise<Attempt | null> {
      const row = await db
        .updateTable('identityConnect')
        .set({ providerStateHash: null })
        .where('providerStateHash', '=', hashOf(providerState))
        .where('accountId', '=', accountId)
        .where('expiresAt', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row ?? null
    },

    /** Keeps who signed in at the provider. */
    async know(
      id: number,
      { code, subject, name }: { code: string; subject: string; name: string | null },
    ): Promise<void> {
      await db
        .updateTable('identityConnect')
        .set({ connectCodeHash: hashOf(code), subject, name, nonce: null, codeVerifier: null })
        .where('id', '=', id)
        .execute()
    },

    /** Ends an attempt of an account, whatever comes of it; null when there is none. */
    async end(
      authSession: string,
      { accountId, now }: { accountId: string; now: Date },
    ): Promise<Attempt | null> {
      const row = await db
        .deleteFrom('identityConnect')
        .where('authSessionHash', '=', hashOf(authSession))
        .where('accountId', '=', accountId)
        .where('expiresAt', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row ?? null
    },
  }
}

/** Rows of `identity_connection`. */
export function createConnectionStore(db: Database) {
  return {
    /**
     * Connects an account, in place of another one of the same connection.
     * @throws the database's own error for `identity_connection_subject_unique`: it is connected with somebody else
     */
    async connect(row: Omit<Connection, 'id'>): Promise<Connection> {
      const { subject, name, scopes, createdAt } = row
      return db
        .insertInto('identityConnection')
        .values({ ...row, id: `cac_${newSecret()}` })
        .onConflict((conflict) =>
          conflict.columns(['accountId', 'connection']).doUpdateSet({ subject, name, scopes, createdAt }),
        )
        .returningAll()
        .executeTakeFirstOrThrow()
    },

    ofAccount: (accountId: string): Promise<Connection[]> =>
      db.selectFrom('identityConnection').selectAll().where('accountId', '=', accountId).execute(),

    async remove(accountId: string, id: string): Promise<void> {
      await db
        .deleteFrom('identityConnection')
        .where('accountId', '=', accountId)
        .where('id', '=', id)
        .execute()
    },
  }
}
