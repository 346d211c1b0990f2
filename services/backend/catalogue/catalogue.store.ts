import type { Insertable } from 'kysely'
import type { CreditPack } from '../../../contracts/package.ts'
import type { CreditPackTable } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import { toDecimal } from '../../../rules/money.ts'

/** Returns the products that can be bought, and when they last changed. */
export function createCatalogueStore(db: Database) {
  return { version, creditPacks, addCreditPacks }

  /** Another number after every change of packages, credit packs, courses, dates, spaces, opening hours and holidays. */
  async function version(): Promise<number> {
    return (await db.selectFrom('catalogue').select('version').executeTakeFirstOrThrow()).version
  }

  /** Smallest first. */
  async function creditPacks(): Promise<CreditPack[]> {
    const rows = await db.selectFrom('creditPack').selectAll().orderBy('creditCents').execute()
    return rows.map(({ creditCents, priceCents, ...row }) => ({
      ...row,
      credit: toDecimal(creditCents),
      price: toDecimal(priceCents),
    }))
  }

  async function addCreditPacks(packs: Insertable<CreditPackTable>[]): Promise<void> {
    if (packs.length > 0) await db.insertInto('creditPack').values(packs).execute()
  }
}
