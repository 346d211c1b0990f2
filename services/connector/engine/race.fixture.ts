import { type KyselyPlugin, RawNode, sql } from 'kysely'
import { type Database, openDatabase, type OpenedDatabase } from '../../../platform/database.ts'
import { serverUrl } from '../../../platform/database.fixture.ts'
import { createLog } from '../../../platform/log.ts'
import { addDays } from '../../../rules/time.ts'

/** One rush: so many requests at once for one slot, from mixed members. */
export const rush = 200
export const members = 40

/** Takes the advisory locks out of every statement: the mutant of the engine, without a switch in the engine. */
export const withoutLocks: KyselyPlugin = {
  transformQuery({ node }) {
    const isLock =
      RawNode.is(node) && node.sqlFragments.some((part) => part.includes('pg_advisory_xact_lock'))
    return isLock ? RawNode.createWithSql('select 1') : node
  },
  transformResult: async ({ result }) => result,
}

/** 20 connections to the same PostgreSQL database; PGlite has one session. */
export async function widePool(
  opened: OpenedDatabase,
  settings: Record<string, string> = {},
): Promise<{ db: Database; close: () => Promise<void> }> {
  if (opened.kind === 'pglite') return { db: opened.db, close: async () => {} }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(opened.db)
  const url = new URL(serverUrl())
  url.pathname = `/${rows[0]?.name}`
  for (const [name, value] of Object.entries({ max: '20', ...settings })) url.searchParams.set(name, value)
  return openDatabase({ databaseUrl: url.href, dataDir: '', log: createLog('warn') })
}

export async function warmUp(pool: Database): Promise<void> {
  await Promise.all(Array.from({ length: 20 }, () => sql`select pg_sleep(0.05)`.execute(pool)))
}

/** The so many-th half hour within opening hours (8 to 22), from tomorrow on. */
export function slot(index: number): { fromDateTime: string; untilDateTime: string } {
  const at = (half: number) => {
    const minutes = 8 * 60 + (half % 28) * 30
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    return `${addDays('2026-12-02', Math.floor(half / 28))}T${time}`
  }
  const end = at(index).slice(0, 11) + (index % 28 === 27 ? '22:00' : at(index + 1).slice(11))
  return { fromDateTime: at(index), untilDateTime: end }
}
