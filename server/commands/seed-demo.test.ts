import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyServerDatabase, serverUrl } from '../../platform/database/database.fixture.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { seedDemo } from './seed-demo.ts'

const log = createLog('silent')

test('first starts at once fill the database once', async () => {
  const { url, drop } = await emptyServerDatabase(serverUrl())
  const starts = await Promise.allSettled(
    Array.from({ length: 4 }, async () => {
      const opened = await openDatabase({
        databaseUrl: url,
        dataDir: '',
        log,
        prepare: (db) => migrate(db, log),
      })
      await seedDemo(opened.db, systemClock)
      return opened
    }),
  )
  expect(starts.map(({ status }) => status)).toEqual(Array.from(starts, () => 'fulfilled'))
  const processes = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const [opened] = processes
  if (!opened) throw new Error('nothing is open')
  const { rows } = await sql`select (select count(*) from space) as spaces,
    (select count(*) from identity_account) as accounts, (select count(*) from photo) as photos`.execute(
    opened.db,
  )
  expect(rows).toEqual([{ spaces: 1, accounts: 5, photos: 1 }])
  await opened.db.deleteFrom('photo').execute()
  await seedDemo(opened.db, systemClock)
  expect(await opened.db.selectFrom('photo').selectAll().execute(), 'a deleted photo').toEqual([])
  await Promise.all(processes.map((each) => each.close()))
  await drop()
})
