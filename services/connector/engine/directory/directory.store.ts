import { type Selectable, sql, type Transaction } from 'kysely'
import type { Holiday, OpeningHours, Space } from '../../../../contracts/space.ts'
import type { TrainingCourse } from '../../../../contracts/training.ts'
import type { SpaceTable, Tables, EquipmentTable } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'
import type { Equipment } from '../../../../contracts/equipment.ts'
import { toDecimal } from '../../../../rules/money.ts'

/** Returns all spaces in order of their id, or the one with an id. */
export async function readSpaces(db: Database | Transaction<Tables>, id?: number): Promise<Space[]> {
  const rows = await db
    .selectFrom('space')
    .selectAll()
    .$if(id !== undefined, (query) => query.where('id', '=', id as number))
    .orderBy('id')
    .execute()
  const hours = await db
    .selectFrom('openingHours')
    .select(['spaceId', 'dayOfWeek', 'fromTime', 'untilTime'])
    .$if(id !== undefined, (query) => query.where('spaceId', '=', id as number))
    .orderBy('dayOfWeek')
    .orderBy('fromTime')
    .execute()
  const holidays = await db
    .selectFrom('holiday')
    .select(['spaceId', 'title', 'fromDateTime', 'untilDateTime'])
    .$if(id !== undefined, (query) => query.where('spaceId', '=', id as number))
    .orderBy('fromDateTime')
    .execute()
  const bySpace = Map.groupBy(hours, (entry) => entry.spaceId)
  const closedOf = Map.groupBy(holidays, (entry) => entry.spaceId)
  return rows.map((row) =>
    toSpace(
      row,
      (bySpace.get(row.id) ?? []).map(({ dayOfWeek, fromTime, untilTime }) => ({
        dayOfWeek,
        fromTime,
        untilTime,
      })),
      (closedOf.get(row.id) ?? []).map(({ title, fromDateTime, untilDateTime }) => ({
        title,
        fromDateTime,
        untilDateTime,
      })),
    ),
  )
}

function toSpace(row: Selectable<SpaceTable>, openingHours: OpeningHours[], holidays: Holiday[]): Space {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    _embedded: { openingHours, holidays },
  }
}

/** Returns equipment in order of its id: all, of a space, or with an id. */
export async function readEquipment(
  db: Database | Transaction<Tables>,
  filter: { id?: number; space?: number } = {},
): Promise<Equipment[]> {
  const rows = await db
    .selectFrom('equipment')
    .selectAll()
    .$if(filter.id !== undefined, (query) => query.where('id', '=', filter.id as number))
    .$if(filter.space !== undefined, (query) => query.where('spaceId', '=', filter.space as number))
    .orderBy('id')
    .execute()
  return rows.map(toEquipment)
}

function toEquipment(row: Selectable<EquipmentTable>): Equipment {
  const { spaceId, nameEn: _nameEn, inputAc, inputAcInverted, value, ...others } = row
  const { lockVersion: _, updatedBy: __, calendarToken: ___, checkInSecret: ____, ...same } = others
  const { pricePerBookingCents, pricePerTimeBusyCents, pricePerTimeIdleCents, pricePerUsageCents, ...rest } =
    same
  return {
    ...rest,
    space: spaceId,
    value: value ?? null,
    inputAC: inputAc,
    inputACInverted: inputAcInverted,
    pricePerBooking: toDecimal(pricePerBookingCents),
    pricePerTimeBusy: toDecimal(pricePerTimeBusyCents),
    pricePerTimeIdle: toDecimal(pricePerTimeIdleCents),
    pricePerUsage: toDecimal(pricePerUsageCents),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Returns the trainings that are still given in order of their id, each with the equipment that it unlocks. */
export function readTrainings(db: Database): Promise<TrainingCourse[]> {
  return db
    .selectFrom('training')
    .select((row) => [
      'id',
      'title',
      row
        .selectFrom('trainingEquipment')
        .select(sql<number[]>`coalesce(array_agg(equipment_id order by equipment_id), '{}')`.as('ids'))
        .whereRef('trainingEquipment.trainingId', '=', 'training.id')
        .$asScalar()
        .$notNull()
        .as('resources'),
    ])
    .where('state', '=', 'active')
    .orderBy('id')
    .execute()
}
