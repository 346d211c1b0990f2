import type { CalendarKind, CalendarToken } from '../../../../contracts/calendar.ts'
import type { Database } from '../../../../platform/database/database.ts'

const tables = { members: 'member', resources: 'equipment', spaces: 'space' } as const

export async function readToken(
  db: Database,
  kind: CalendarKind,
  id: number,
): Promise<{ calendarToken: string | null } | null> {
  const row = await db
    .selectFrom(tables[kind] as 'space')
    .select('calendarToken')
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** @returns false for an unknown id */
export async function writeToken(
  db: Database,
  kind: CalendarKind,
  id: number,
  { calendarToken, calendarUrl }: CalendarToken,
): Promise<boolean> {
  const change = { calendarToken, ...(kind === 'spaces' && { calendarUrl }) }
  const row = await db
    .updateTable(tables[kind] as 'space')
    .set(change)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns name, zone and language of the member, equipment or space whose calendar the secret opens. */
export async function findByToken(
  db: Database,
  kind: CalendarKind,
  id: number,
  token: string,
): Promise<{ name: string; timezone: string; language: string | null } | null> {
  const row = await rows[kind](db, id, token)
  return row ?? null
}

const rows = {
  members: (db: Database, id: number, token: string) =>
    db
      .selectFrom('member')
      .innerJoin('space', 'space.id', 'member.spaceId')
      .select(['space.name', 'space.timezone', 'member.language'])
      .where('member.id', '=', id)
      .where('member.calendarToken', '=', token)
      .executeTakeFirst(),
  resources: (db: Database, id: number, token: string) =>
    db
      .selectFrom('equipment')
      .innerJoin('space', 'space.id', 'equipment.spaceId')
      .select(['equipment.name', 'space.timezone', 'space.locale as language'])
      .where('equipment.id', '=', id)
      .where('equipment.calendarToken', '=', token)
      .executeTakeFirst(),
  spaces: (db: Database, id: number, token: string) =>
    db
      .selectFrom('space')
      .select(['name', 'timezone', 'locale as language'])
      .where('id', '=', id)
      .where('calendarToken', '=', token)
      .executeTakeFirst(),
}
