import type { z } from 'zod'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { lockSchema } from '../../../../platform/database/migrate.ts'
import { restartIds } from '../seed/seed.store.ts'
import * as store from './publishing.store.ts'
import { EquipmentFields, PackageFields, SpaceFields, type WorkshopFile } from './workshop-file.ts'

/**
 * Writes a file into its space in one transaction: inserts or updates rows by their ids, and replaces opening hours and
 * holidays. Keeps the rows that the file omits, because bookings and invoices refer to them.
 * @returns ids and names of the equipment, packages and trainings that the file omits
 * @throws Error for equipment of another space, and for another time zone of a space with bookings
 */
export async function publishWorkshop(db: Database, clock: Clock, file: WorkshopFile): Promise<string[]> {
  const now = clock()
  const { space, openingHours, holidays, equipment, packages, trainings } = file
  await db.transaction().execute(async (tx) => {
    await lockSchema(tx)
    const before = await store.lockSpace(tx, space.id)
    // Bookings keep the instants of their wall-clock times.
    if (before && before.timezone !== space.timezone && (await store.hasBookings(tx, space.id)))
      throw new Error(`The space has bookings in ${before.timezone}: its zone cannot change any more.`)
    const times = { createdAt: now, updatedAt: now }
    await store.putSpace(tx, { ...space, ...times })
    await store.replaceHours(tx, space.id, { openingHours, holidays })
    for (const each of equipment)
      if (!(await store.putEquipment(tx, { ...each, spaceId: space.id, ...times })))
        throw new Error(`Equipment ${each.id} belongs to another space: give "${each.name}" another id.`)
    for (const [position, each] of packages.entries()) await store.putPackage(tx, { ...each, position })
    for (const each of trainings) await store.putTraining(tx, each)
    await restartIds(tx)
  })
  return missingIn(await store.readWorkshop(db, space.id), file)
}

function missingIn(
  all: Awaited<ReturnType<typeof store.readWorkshop>>,
  { equipment, packages, trainings }: WorkshopFile,
): string[] {
  const missing = (rows: { id: number; name: string }[], given: { id: number }[]) =>
    rows.filter(({ id }) => !given.some((each) => each.id === id)).map(({ id, name }) => `${id} ${name}`)
  return [
    ...missing(
      all.equipment.filter(({ state }) => state !== 'archived'),
      equipment,
    ),
    ...missing(
      all.packages.filter(({ state }) => state !== 'archived'),
      packages,
    ),
    ...missing(
      all.trainings.map(({ id, title }) => ({ id, name: title })),
      trainings,
    ),
  ]
}

/** Returns a space as `publishWorkshop` takes it; null = there is none with that id. */
export async function workshopFile(db: Database, id: number): Promise<z.input<typeof WorkshopFile> | null> {
  const { space, openingHours, holidays, equipment, packages, trainings, unlocked } =
    await store.readWorkshop(db, id)
  if (!space) return null
  return {
    space: SpaceFields.parse(only(SpaceFields, space)),
    openingHours: openingHours.flatMap(({ fromTime, untilTime, dayOfWeek }) =>
      fromTime === null || untilTime === null ? [] : [{ dayOfWeek, fromTime, untilTime }],
    ),
    holidays,
    equipment: equipment.map((row) => EquipmentFields.parse(only(EquipmentFields, row))),
    packages: packages.map((row) => PackageFields.parse(only(PackageFields, row))),
    trainings: trainings.map((training) => ({
      ...training,
      equipment: unlocked
        .filter(({ trainingId }) => trainingId === training.id)
        .map(({ equipmentId }) => equipmentId),
    })),
  }
}

/** The fields of a schema that a row has. */
function only(schema: z.ZodObject, row: object): object {
  return Object.fromEntries(
    Object.entries(row).filter(([name, value]) => name in schema.shape && value !== null),
  )
}
