import { type Insertable, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'

type Tx = Transaction<Tables>

/** Locks a space until the transaction ends; null = there is none with that id. */
export async function lockSpace(tx: Tx, id: number): Promise<{ timezone: string } | null> {
  const row = await tx
    .selectFrom('space')
    .select('timezone')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Whether anybody has booked in a space. */
export async function hasBookings(tx: Tx, space: number): Promise<boolean> {
  return (
    (await tx.selectFrom('booking').select('id').where('spaceId', '=', space).executeTakeFirst()) !==
    undefined
  )
}

/** Inserts or updates a space by its id; omitted fields keep their values. */
export async function putSpace(tx: Tx, row: Insertable<Tables['space']>): Promise<void> {
  const { createdAt: _, ...change } = row
  await tx
    .insertInto('space')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...change, lockVersion: sql`space.lock_version + 1` }),
    )
    .execute()
}

/**
 * Inserts or updates equipment by its id; omitted fields keep their values.
 * @returns false when the id belongs to another space
 */
export async function putEquipment(tx: Tx, row: Insertable<Tables['equipment']>): Promise<boolean> {
  const { createdAt: _, ...change } = row
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('equipment')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ ...change, lockVersion: sql`equipment.lock_version + 1` })
        .where('equipment.spaceId', '=', row.spaceId),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function putPackage(tx: Tx, row: Insertable<Tables['package']>): Promise<void> {
  await tx
    .insertInto('package')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

export async function putTraining(
  tx: Tx,
  { id, title, equipment }: { id: number; title: string; equipment: number[] },
): Promise<void> {
  await tx
    .insertInto('training')
    .values({ id, title })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ title }))
    .execute()
  await tx.deleteFrom('trainingEquipment').where('trainingId', '=', id).execute()
  if (equipment.length > 0)
    await tx
      .insertInto('trainingEquipment')
      .values(equipment.map((equipmentId) => ({ trainingId: id, equipmentId })))
      .execute()
}

/** Replaces the opening hours and holidays of a space. */
export async function replaceHours(
  tx: Tx,
  space: number,
  {
    openingHours,
    holidays,
  }: {
    openingHours: Omit<Insertable<Tables['openingHours']>, 'spaceId'>[]
    holidays: Omit<Insertable<Tables['holiday']>, 'spaceId'>[]
  },
): Promise<void> {
  await tx.deleteFrom('openingHours').where('spaceId', '=', space).execute()
  await tx.deleteFrom('holiday').where('spaceId', '=', space).execute()
  const ofSpace = <Row>(rows: Row[]) => rows.map((row) => ({ ...row, spaceId: space }))
  if (openingHours.length > 0) await tx.insertInto('openingHours').values(ofSpace(openingHours)).execute()
  if (holidays.length > 0) await tx.insertInto('holiday').values(ofSpace(holidays)).execute()
}

/** Returns everything of a space that belongs into its file. */
export async function readWorkshop(db: Database, space: number) {
  const equipment = await db
    .selectFrom('equipment')
    .selectAll()
    .where('spaceId', '=', space)
    .orderBy('id')
    .execute()
  return {
    space: await db.selectFrom('space').selectAll().where('id', '=', space).executeTakeFirst(),
    openingHours: await db
      .selectFrom('openingHours')
      .select(['dayOfWeek', 'fromTime', 'untilTime'])
      .where('spaceId', '=', space)
      .where('fromTime', 'is not', null)
      .orderBy('dayOfWeek')
      .orderBy('fromTime')
      .execute(),
    holidays: await db
      .selectFrom('holiday')
      .select(['title', 'fromDateTime', 'untilDateTime'])
      .where('spaceId', '=', space)
      .orderBy('fromDateTime')
      .execute(),
    equipment,
    packages: await db.selectFrom('package').selectAll().orderBy('position').orderBy('id').execute(),
    trainings: await db.selectFrom('training').select(['id', 'title']).orderBy('id').execute(),
    unlocked: await db.selectFrom('trainingEquipment').selectAll().orderBy('equipmentId').execute(),
  }
}
