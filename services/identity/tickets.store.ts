import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'

/** The use of a ticket: a mailed link, or `session`, the token exchange after one. */
export type TicketPurpose = 'password' | 'verification' | 'session'

const lifetimeMinutes = {
  password: 30,
  verification: 3 * 24 * 60,
  session: 1,
} satisfies Record<TicketPurpose, number>

interface NewTicket {
  purpose: TicketPurpose
  accountId: string
  /** The password that a verification confirms; absent: that of the account. */
  passwordHash?: string | null
}

/** Rows of `identity_ticket`. Only the SHA-256 of a ticket is stored. */
export function createTicketStore(db: Database) {
  return {
    /** Issues a ticket of 32 random bytes, base64url. */
    async issue({ purpose, accountId, passwordHash = null }: NewTicket, now: Date): Promise<string> {
      const ticket = randomBytes(32).toString('base64url')
      const expiresAt = new Date(now.getTime() + lifetimeMinutes[purpose] * 60_000)
      await db
        .insertInto('identityTicket')
        .values({ ticketHash: hashOf(ticket), purpose, accountId, passwordHash, expiresAt })
        .execute()
      return ticket
    },

    /** Returns the account of a valid ticket without using it. */
    async peek(purpose: TicketPurpose, ticket: string, now: Date): Promise<string | null> {
      const row = await db
        .selectFrom('identityTicket')
        .select('accountId')
        .where('ticketHash', '=', hashOf(ticket))
        .where('purpose', '=', purpose)
        .where('expiresAt', '>', now)
        .executeTakeFirst()
      return row?.accountId ?? null
    },

    /** Uses a ticket and all others of the account with the same purpose; null when it is not valid. */
    async use(purpose: TicketPurpose, ticket: string, now: Date) {
      const row = await db
        .deleteFrom('identityTicket')
        .where('ticketHash', '=', hashOf(ticket))
        .where('purpose', '=', purpose)
        .where('expiresAt', '>', now)
        .returning(['accountId', 'passwordHash'])
        .executeTakeFirst()
      if (!row) return null
      await db
        .deleteFrom('identityTicket')
        .where('accountId', '=', row.accountId)
        .where('purpose', '=', purpose)
        .execute()
      return row
    },

    async removeExpired(now: Date): Promise<number> {
      const result = await db.deleteFrom('identityTicket').where('expiresAt', '<=', now).executeTakeFirst()
      return Number(result.numDeletedRows)
    },
  }
}

function hashOf(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest()
}
