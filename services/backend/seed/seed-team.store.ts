import type { Database } from '../../../platform/database/database.ts'

/** Returns the token of the newest invitation to an address, from its mail: only its hash is kept elsewhere. */
export async function mailedInvitation(db: Database, email: string): Promise<string> {
  const { text } = await db
    .selectFrom('mail')
    .select('text')
    .where('kind', '=', 'team-invitation')
    .where('toAddress', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const token = /\/invitation\/([\w-]+)/.exec(text ?? '')?.[1]
  if (!token) throw new Error('an invitation without a link')
  return token
}
