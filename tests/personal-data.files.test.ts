import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../platform/database/database.ts'
import { keepHouse } from '../platform/database/housekeeping.ts'
import { migrate } from '../platform/database/migrate.ts'
import { createLog } from '../platform/log.ts'
import { leave } from './leaving.fixture.ts'
import { openOrders } from './orders.fixture.ts'
import { herWords, joinQuitta, quitta } from './personal-data.fixture.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'werkbank-erased-'))
const log = createLog('warn')
let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  const clock = () => new Date(2026, 10, 21, 12)
  const prepare = (db: Parameters<typeof migrate>[0]) => migrate(db, log)
  world = await openOrders({ open: () => openDatabase({ databaseUrl: null, dataDir, clock, log, prepare }) })
})
afterAll(async () => {
  await world.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The files of the data folder that say who she was. */
function filesThatSayWho(): string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return []
    const path = join(entry.parentPath, entry.name)
    const text = readFileSync(path, 'latin1').toLowerCase()
    return herWords.some((word) => text.includes(word)) ? [relative(join(dataDir, 'db'), path)] : []
  })
}

/** The files of tables with rows that say it. */
async function tablesThatSayWho(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string; file: string }>`
    select relname as name, pg_relation_filepath(oid) as file from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(world.db)
  const found: string[] = []
  for (const { name, file } of tables) {
    const { rows } = await sql`select from ${sql.table(name)} as row
      where lower(row::text) ~ ${herWords.join('|')} limit 1`.execute(world.db)
    if (rows.length > 0) found.push(file)
  }
  return found
}

test('after a deletion and a night the files of the database say no more than its tables', async () => {
  await joinQuitta(world)
  await sql`vacuum (analyze)`.execute(world.db)
  await leave(world, quitta)
  await sql`checkpoint`.execute(world.db)
  const stays = await tablesThatSayWho()
  const before = filesThatSayWho()
  expect(before.length).toBeGreaterThan(stays.length + 10)
  expect(before.some((file) => file.startsWith('pg_wal/'))).toBe(true)
  const house = keepHouse({
    db: world.db,
    hasRoom: () => true,
    clock: () => new Date(2026, 10, 22, 3),
    log,
  })
  await house.tick()
  await house.stop()
  const files = await tablesThatSayWho()
  const { rows: samples } = await sql<{ table: string; file: string }>`
    select distinct tablename as table, pg_relation_filepath('pg_statistic') as file from pg_stats
    where lower(pg_stats::text) ~ ${herWords.join('|')}`.execute(world.db)
  expect(samples.map(({ table }) => table)).toEqual(['invoice'])
  expect(filesThatSayWho().toSorted()).toEqual([...files, samples[0]?.file].toSorted())
})
