import type { Database } from '../../platform/database/database.ts'

export interface AccountRow {
  id: string
  email: string
  emailVerified: boolean
  passwordHash: string
  name: string
  userMetadata: string
  blocked: boolean
  createdAt: Date
  updatedAt: Date
}

export type AccountChange = Partial<
  Pick<AccountRow, 'emailVerified' | 'passwordHash' | 'blocked' | 'userMetadata'>
>

/** Rows of `identity_account`. Email addresses are stored in lower case. */
export function createAccountStore(db: Database) {
  return {
    ofId: (id: string): Promise<AccountRow | undefined> =>
      db.selectFrom('identityAccount').selectAll().where('id', '=', id).executeTakeFirst(),

    ofEmail: (email: string): Promise<AccountRow | undefined> =>
      db.selectFrom('identityAccount').selectAll().where('email', '=', email).executeTakeFirst(),

    /** Returns false when the address is taken. */
    async add(row: AccountRow): Promise<boolean> {
      const result = await db
        .insertInto('identityAccount')
        .values(row)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .executeTakeFirst()
      return result.numInsertedOrUpdatedRows === 1n
    },

    /** Adds an account, or gives an unverified one of the address this password; a verified one stays as it is. */
    async register(row: AccountRow): Promise<void> {
      await db
        .insertInto('identityAccount')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('email')
            .doUpdateSet({
              passwordHash: row.passwordHash,
              userMetadata: row.userMetadata,
              updatedAt: row.updatedAt,
            })
            .where('identityAccount.emailVerified', '=', false),
        )
        .execute()
    },

    async change(id: string, change: AccountChange, now: Date): Promise<void> {
      await db
        .updateTable('identityAccount')
        .set({ ...change, updatedAt: now })
        .where('id', '=', id)
        .execute()
    },

    /** Deletes an account; its tickets go with it. */
    async remove(id: string): Promise<void> {
      await db.deleteFrom('identityAccount').where('id', '=', id).execute()
    },

    async isEmpty(): Promise<boolean> {
      return !(await db.selectFrom('identityAccount').select('id').limit(1).executeTakeFirst())
    },
  }
}
