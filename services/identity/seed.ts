import { z } from 'zod'
import { Locale } from '../../contracts/problem.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { lockSchema } from '../../platform/database/migrate.ts'
import { createAccountStore } from './accounts.store.ts'
import { createAccounts } from './accounts.ts'
import { createPasswords } from './password.ts'

/** Shape of content/demo/accounts.json: demo accounts that share one public password. */
export const DemoAccounts = z.object({
  password: z.string(),
  accounts: z.array(
    z.object({
      subject: z.string().regex(/^auth0\|[0-9a-f]{24}$/),
      email: z.email(),
      name: z.string(),
      locale: Locale,
      emailVerified: z.boolean(),
      /** What the account shows. */
      purpose: z.object({ de: z.string(), en: z.string() }),
    }),
  ),
})
export type DemoAccounts = z.infer<typeof DemoAccounts>

/** Adds the demo accounts to a database without accounts; returns the number added. */
export async function seedAccounts(db: Database, demo: DemoAccounts, clock = systemClock): Promise<number> {
  const { password, accounts: people } = DemoAccounts.parse(demo)
  return db.transaction().execute(async (tx) => {
    await lockSchema(tx)
    if (!(await createAccountStore(tx).isEmpty())) return 0
    const accounts = createAccounts({ db: tx, passwords: createPasswords(), clock })
    for (const { locale, purpose: _, ...person } of people)
      await accounts.create({ ...person, password, userMetadata: { locale } })
    return people.length
  })
}

/** Whether the demo accounts are in a database, which may have had accounts of its own before. */
export async function hasDemoAccounts(db: Database, { accounts }: DemoAccounts): Promise<boolean> {
  const [first] = accounts
  return first !== undefined && (await createAccountStore(db).ofEmail(first.email)) !== undefined
}
