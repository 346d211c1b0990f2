import { type Selectable, type Transaction, sql } from 'kysely'
import type { Member, MemberPackage, MemberTraining } from '../../../../contracts/member.ts'
import type { MemberContact } from '../../../../contracts/member-contact.ts'
import type { MemberTable, Tables, PackageTable } from '../../../../db/tables.gen.ts'
import { type Database, violates } from '../../../../platform/database/database.ts'
import { toDecimal } from '../../../../rules/money.ts'
import type { CoveringPackage } from '../../../../rules/booking/price.ts'
import { Package } from '../../../../contracts/package.ts'
import { endsBeforeItBegins } from '../../training-end.ts'

type Reader = Database | Transaction<Tables>

export async function memberById(db: Reader, id: number): Promise<Member | null> {
  const row = await db.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toMember(row) : null
}

/** Returns the member with this address, in any case; one at most, because addresses are unique. */
export async function membersByEmail(db: Reader, email: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('member')
    .selectAll()
    .where(sql<string>`lower(email_address)`, '=', sql<string>`lower(${email})`)
    .execute()
  return rows.map(toMember)
}

/** Changes the contact data of a member; the row keeps its version and times where it has all values already. */
export async function updateContact(
  db: Reader,
  id: number,
  contact: MemberContact,
  updatedAt: Date,
): Promise<void> {
  const columns = Object.entries(contact) as [keyof MemberContact, string | null][]
  await db
    .updateTable('member')
    .set({ ...contact, updatedAt, lockVersion: sql`lock_version + 1` })
    .where('id', '=', id)
    .where((is) => is.or(columns.map(([column, value]) => is(column, 'is distinct from', value))))
    .execute()
}

export async function trainingsOf(db: Reader, member: number): Promise<MemberTraining[]> {
  return await db
    .selectFrom('memberTraining')
    .innerJoin('training', 'training.id', 'memberTraining.trainingId')
    .select((row) => [
      'memberTraining.id',
      'memberTraining.trainingId as training',
      'training.title',
      'memberTraining.fromDate',
      'memberTraining.untilDate',
      row
        .selectFrom('trainingEquipment')
        .select(sql<number[]>`coalesce(array_agg(equipment_id order by equipment_id), '{}')`.as('ids'))
        .whereRef('trainingEquipment.trainingId', '=', 'training.id')
        .$asScalar()
        .$notNull()
        .as('resources'),
    ])
    .where('memberTraining.memberId', '=', member)
    .orderBy('memberTraining.fromDate')
    .orderBy('memberTraining.id')
    .execute()
}

/** Gives a training of a member another last day. @throws Problem `invalidInput` for one before its first */
export async function storeTrainingEnd(
  db: Database,
  { member, owned, untilDate }: { member: number; owned: number; untilDate: string | null },
): Promise<void> {
  try {
    await db
      .updateTable('memberTraining')
      .set({ untilDate, lockVersion: sql`lock_version + 1` })
      .where('id', '=', owned)
      .where('memberId', '=', member)
      .where('untilDate', 'is distinct from', untilDate)
      .execute()
  } catch (error) {
    throw violates(error, 'member_training_order') ? endsBeforeItBegins(error) : error
  }
}

export async function removeTraining(
  db: Database,
  { member, owned }: { member: number; owned: number },
): Promise<void> {
  await db.deleteFrom('memberTraining').where('id', '=', owned).where('memberId', '=', member).execute()
}

export async function packagesOf(db: Reader, member: number): Promise<MemberPackage[]> {
  const rows = await db
    .selectFrom('memberPackage')
    .innerJoin('package', 'package.id', 'memberPackage.packageId')
    .select([
      'memberPackage.id',
      'package.name',
      'memberPackage.fromDate',
      'memberPackage.untilDate',
      'package.allowsBooking',
      'package.recurringFeeCents',
      'package.recurringFeePeriod',
      'package.bookingFeeDiscountPercent',
    ])
    .where('memberPackage.memberId', '=', member)
    .orderBy('memberPackage.fromDate')
    .orderBy('memberPackage.id')
    .execute()
  return rows.map(({ recurringFeeCents, ...row }) => ({ ...row, recurringFee: toDecimal(recurringFeeCents) }))
}

/** Ends a package of a member with a day, null = without end; removes one that would begin later. */
export async function storePackageEnd(
  db: Reader,
  { member, owned, untilDate }: { member: number; owned: number; untilDate: string | null },
): Promise<void> {
  if (untilDate !== null)
    await db
      .deleteFrom('memberPackage')
      .where('id', '=', owned)
      .where('memberId', '=', member)
      .where('fromDate', '>', untilDate)
      .execute()
  await db
    .updateTable('memberPackage')
    .set({ untilDate })
    .where('id', '=', owned)
    .where('memberId', '=', member)
    .execute()
}

/** Returns a function that gives a member's packages as the booking rules see them for one piece of equipment. */
export async function packagesFor(
  db: Reader,
  member: number,
): Promise<(equipment: number) => CoveringPackage[]> {
  const rows = await db
    .selectFrom('memberPackage')
    .innerJoin('package', 'package.id', 'memberPackage.packageId')
    .select([
      'memberPackage.fromDate',
      'memberPackage.untilDate',
      'package.allowsBooking',
      'package.bookingFeeDiscountPercent',
      sql<number[]>`array(select equipment_id from package_equipment where package_id = package.id)`.as(
        'named',
      ),
    ])
    .where('memberPackage.memberId', '=', member)
    .execute()
  // A package without equipment of its own covers all equipment.
  return (equipment) =>
    rows.map(({ named, ...row }) => ({
      ...row,
      coversEquipment: named.length === 0 || named.includes(equipment),
    }))
}

function toMember(row: Selectable<MemberTable>): Member {
  const { spaceId, lockVersion: _, updatedBy: __, ...others } = row
  const {
    requireUpfrontPayment: ___,
    upfrontMinimumBalanceCents: ____,
    calendarToken: _____,
    ...rest
  } = others
  return {
    ...rest,
    space: spaceId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

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
