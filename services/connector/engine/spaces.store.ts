import type { Selectable, Transaction } from 'kysely'
import type { Space } from '../../../contracts/space.ts'
import type { SpaceTable, Tables } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database.ts'
import { addDays } from '../../../rules/time.ts'

/** All spaces in order of their id, or the one asked for, with the holidays that end after `now`. */
export async function readSpaces(
  db: Database | Transaction<Tables>,
  now: Date,
  id?: number,
): Promise<Space[]> {
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
    // A day back reaches every zone's wall clock.
    .where('untilDateTime', '>', addDays(now.toISOString().slice(0, 10), -1))
    .orderBy('fromDateTime')
    .execute()
  const bySpace = Map.groupBy(hours, (entry) => entry.spaceId)
  const holidaysBySpace = Map.groupBy(holidays, (entry) => entry.spaceId)
  return rows.map((row) =>
    toSpace(
      row,
      (bySpace.get(row.id) ?? []).map(({ dayOfWeek, fromTime, untilTime }) => ({
        dayOfWeek,
        fromTime,
        untilTime,
      })),
      (holidaysBySpace.get(row.id) ?? []).map(({ title, fromDateTime, untilDateTime }) => ({
        title,
        fromDateTime,
        untilDateTime,
      })),
    ),
  )
}

function toSpace(
  row: Selectable<SpaceTable>,
  openingHours: Space['_embedded']['openingHours'],
  holidays: Space['_embedded']['holidays'],
): Space {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    _embedded: { openingHours, holidays },
  }
}
