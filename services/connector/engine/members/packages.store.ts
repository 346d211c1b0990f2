import type { Selectable } from 'kysely'
import { Package } from '../../../../contracts/package.ts'
import type { PackageTable } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { toDecimal } from '../../../../rules/money.ts'

/** Returns the packages that can be bought, in the order of the price list. */
export async function readPackages(db: Database): Promise<Package[]> {
  const rows = await db
    .selectFrom('package')
    .selectAll()
    .where('state', '=', 'active')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(toPackage)
}

function toPackage(row: Selectable<PackageTable>): Package {
  const { id, name, nameEn, requirementDe, requirementEn, givesDe, givesEn } = row
  const description = row.description ?? ''
  return {
    id,
    kind: Package.shape.kind.parse(row.kind),
    name: { de: name, en: nameEn ?? name },
    description: { de: description, en: row.descriptionEn ?? description },
    fee: toDecimal(row.recurringFeeCents),
    period: Package.shape.period.parse(row.recurringFeePeriod),
    allowsBooking: row.allowsBooking,
    credit: toDecimal(row.monthlyCreditCents),
    bookingDiscount: row.bookingFeeDiscountPercent,
    seats: row.seats,
    requirement: requirementDe === null ? null : { de: requirementDe, en: requirementEn ?? requirementDe },
    gives: { de: givesDe, en: givesEn.length > 0 ? givesEn : givesDe },
  }
}
