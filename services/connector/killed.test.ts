import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { emptyServerDatabase, serverUrl, testDatabaseKind } from '../../platform/database.fixture.ts'
import { openDatabase } from '../../platform/database.ts'
import { createLog } from '../../platform/log.ts'
import { migrate } from '../../platform/migrate.ts'
import { asked, call, connectorOf, engineOf, fillWorkshop, now } from './connector.fixture.ts'

const log = createLog('warn')

test('killed between the booking and its answer, the next attempt gets that booking: five times', async () => {
  const place = await newPlace()
  try {
    await within(place, async (db) => {
      await migrate(db, log)
      await fillWorkshop(db)
    })
    for (let round = 0; round < 5; round++) {
      const key = `round-${round}`
      expect(await dieWith(place, key)).toBe('SIGKILL')
      await within(place, async (db) => {
        const made = await db
          .selectFrom('booking')
          .select(['id', 'state'])
          .where('state', '=', 'confirmed')
          .execute()
        expect(made).toHaveLength(1)
        const later = () => new Date(now.getTime() + 30_000)
        const fetch = connectorOf(engineOf(db, later), later, db)
        const again = await call(fetch, 1, 'POST', '/fabman/bookings', asked(1), key)
        expect([again.status, await again.json()]).toMatchObject([201, { id: made[0]?.id }])
        expect((await call(fetch, 1, 'DELETE', `/fabman/bookings/${made[0]?.id}`)).status).toBe(200)
      })
    }
  } finally {
    await place.remove()
  }
}, 120_000)

interface Place {
  databaseUrl: string
  dataDir: string
  remove(): Promise<void>
}

async function newPlace(): Promise<Place> {
  if (testDatabaseKind === 'postgres') {
    const { url, drop } = await emptyServerDatabase(serverUrl())
    return { databaseUrl: url, dataDir: '', remove: drop }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'werkbank-killed-'))
  return { databaseUrl: '', dataDir, remove: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

async function within(
  { databaseUrl, dataDir }: Place,
  work: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<void>,
) {
  const opened = await openDatabase({ databaseUrl: databaseUrl || null, dataDir, log })
  try {
    await work(opened.db)
  } finally {
    await opened.close()
  }
}

function dieWith({ databaseUrl, dataDir }: Place, key: string): Promise<NodeJS.Signals | null> {
  const program = fileURLToPath(new URL('killed.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [program, databaseUrl, dataDir, key], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.on('exit', (_, signal) => resolve(signal))
    child.on('error', reject)
  })
}
