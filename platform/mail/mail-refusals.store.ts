import type { Transaction } from 'kysely'
import type { MailTopic } from '../../contracts/mail-kinds.ts'
import type { Tables } from '../../db/tables.gen.ts'
import type { Database } from '../database/database.ts'

/** Rows of `mail_refusal`: topics of which an address wants no mails. */
export function createMailRefusals(db: Database | Transaction<Tables>) {
  return {
    /** Returns the topics that any of these addresses does not want. */
    async of(addresses: string[]): Promise<Set<string>> {
      if (addresses.length === 0) return new Set()
      const rows = await db
        .selectFrom('mailRefusal')
        .select('topic')
        .where('address', 'in', addresses.map(lower))
        .execute()
      return new Set(rows.map(({ topic }) => topic))
    },

    async set(addresses: string[], topic: MailTopic, isRefused: boolean, createdAt: Date): Promise<void> {
      const rows = addresses.map((address) => ({ address: lower(address), topic, createdAt }))
      if (rows.length === 0) return
      if (isRefused) {
        await db
          .insertInto('mailRefusal')
          .values(rows)
          .onConflict((conflict) => conflict.columns(['address', 'topic']).doNothing())
          .execute()
        return
      }
      await db
        .deleteFrom('mailRefusal')
        .where('address', 'in', addresses.map(lower))
        .where('topic', '=', topic)
        .execute()
    },
  }
}

function lower(address: string): string {
  return address.toLowerCase()
}
