import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'

/**
 * Returns the secret that signs cookies and tickets, 32 bytes. Without a configured one it is made once and stored, so that
 * every process of an installation has the same one, also after a restart.
 * @param options.given the configured secret of any length, or null
 */
export async function loadSecret(options: { given: string | null; db: Database }): Promise<Buffer> {
  if (options.given !== null) return createHash('sha256').update(options.given).digest()
  const { db } = options
  await db
    .insertInto('setting')
    .values({ key: 'secret', value: randomBytes(32) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'secret')
    .executeTakeFirstOrThrow()
  return row.value
}

/** Returns 192 random bits as 32 characters that need no escape in a URL. */
export function newSecret(): string {
  return randomBytes(24).toString('base64url')
}
