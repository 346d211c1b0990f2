import { type Selectable, sql, type Transaction } from 'kysely'
import type { AccountMailTable, Tables } from '../../db/tables.gen.ts'
import type { Database } from '../../platform/database/database.ts'

export const outboxKind = 'account-mail'

export type AccountMailRow = Selectable<AccountMailTable>

/** Rows of `account_mail`, each the content of an item in the outbox. */
export function createAccountMailStore(db: Database | Transaction<Tables>) {
  return {
    /** Adds a request with its item in the outbox, in one statement. */
    async add(request: Omit<AccountMailRow, 'id'>, now: Date) {
      await db
        .with('queued', (with_) =>
          with_.insertInto('outbox').values({ kind: outboxKind, dueAt: now }).returning('id'),
        )
        .insertInto('accountMail')
        .values((values) => ({ id: values.selectFrom('queued').select('id'), ...request }))
        .execute()
    },

    ofId: (id: number) => db.selectFrom('accountMail').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Removes every request of an address. */
    async removeOf(address: string): Promise<void> {
      await db
        .deleteFrom('outbox')
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('accountMail')
            .select('id')
            .where(sql`lower(address)`, '=', address.toLowerCase()),
        )
        .execute()
    },

    /** Returns whether the request was still there. */
    async remove(id: number): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('accountMail').where('id', '=', id).executeTakeFirst()
      return numDeletedRows === 1n
    },
  }
}
