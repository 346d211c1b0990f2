// Writes rows to the embedded database of the folder in argv without end, and prints each acknowledged id.
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { sql } from 'kysely'
import { openDatabase } from './database.ts'
import { createLog } from '../log.ts'

const { db } = await openDatabase({
  databaseUrl: null,
  dataDir: process.argv[2] ?? '',
  log: createLog('warn'),
})
await sql`create table if not exists paper (id text primary key)`.execute(db)
for (;;) {
  const id = randomUUID()
  await sql`insert into paper values (${id})`.execute(db)
  writeSync(1, `${id}\n`)
}
