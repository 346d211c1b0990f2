import type { Offer } from '../../../contracts/order.ts'
import type { Database } from '../../../platform/database/database.ts'

/** The consent that a guardian was asked for. */
export interface GuardianConsent {
  signUp: number
  email: string
  offer: Offer
  offerHash: Buffer
  agreedAt: Date | null
  agreedBy: string | null
}

const columns = ['signupId as signUp', 'email', 'offer', 'offerHash', 'agreedAt', 'agreedBy'] as const

export async function find(db: Database, signUp: number): Promise<GuardianConsent | null> {
  const row = await db
    .selectFrom('signupGuardian')
    .select(columns)
    .where('signupId', '=', signUp)
    .executeTakeFirst()
  return row ? { ...row, offer: row.offer as Offer } : null
}

/** Returns the request of a link (SHA-256 of its token); null without one, or when its sign-up is over. */
export async function byToken(db: Database, token: Buffer, now: Date): Promise<GuardianConsent | null> {
  const row = await db
    .selectFrom('signupGuardian')
    .innerJoin('signup', 'signup.id', 'signupGuardian.signupId')
    .select([
      'signupGuardian.signupId as signUp',
      'signupGuardian.email',
      'signupGuardian.offer',
      'signupGuardian.offerHash',
      'signupGuardian.agreedAt',
      'signupGuardian.agreedBy',
    ])
    .where('signupGuardian.tokenHash', '=', token)
    .where('signup.expiresAt', '>', now)
    .executeTakeFirst()
  return row ? { ...row, offer: row.offer as Offer } : null
}

/** Stores a request; the one before it, its link and its consent are over. */
export async function ask(
  db: Pick<Database, 'insertInto'>,
  request: { signUp: number; email: string; token: Buffer; offer: Offer; offerHash: Buffer; now: Date },
): Promise<void> {
  const { signUp: signupId, email, token: tokenHash, offer, offerHash, now: askedAt } = request
  const asked = { email, tokenHash, offer, offerHash, askedAt, agreedAt: null, agreedBy: null }
  await db
    .insertInto('signupGuardian')
    .values({ signupId, ...asked })
    .onConflict((conflict) => conflict.column('signupId').doUpdateSet(asked))
    .execute()
}

/** Stores the consent, once; false when the link has been used or is not the newest. */
export async function agree(
  db: Database,
  { token, name, now }: { token: Buffer; name: string; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('signupGuardian')
    .set({ agreedAt: now, agreedBy: name })
    .where('tokenHash', '=', token)
    .where('agreedAt', 'is', null)
    .returning('signupId')
    .executeTakeFirst()
  return row !== undefined
}
