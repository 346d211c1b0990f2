// Writes rows to the embedded database of the folder in argv without end, and prints each acknowledged id.
import { randomUUID } from 'node:crypto'
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
  // Waits for a reader that is slow.
  await new Promise((written) => void process.stdout.write(`${id}\n`, written))
}
