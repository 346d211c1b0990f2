import type { Selectable, Transaction } from 'kysely'
import type { Holiday, OpeningHours, Space } from '../../../../contracts/space.ts'
import type { SpaceTable, Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'

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
