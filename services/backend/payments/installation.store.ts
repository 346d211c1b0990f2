import { randomBytes } from 'node:crypto'
import type { Database } from '../../../platform/database/database.ts'

/**
 * Returns the name of this installation at the provider, made at the first use. It is read each time, because
 * `werkbank seed --reset` empties the table beside a running server.
 */
export async function readInstallation(db: Database): Promise<string> {
  const row = await db.selectFrom('paymentInstallation').select('id').executeTakeFirst()
  if (row) return row.id
  await db
    .insertInto('paymentInstallation')
    .values({ id: randomBytes(9).toString('base64url') })
    .onConflict((conflict) => conflict.column('onlyOne').doNothing())
    .execute()
  return readInstallation(db)
}
