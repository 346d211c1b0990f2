import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyServerDatabase, serverUrl, testDatabaseKind } from '../../platform/database/database.fixture.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { createLog } from '../../platform/log.ts'

const log = createLog('warn')

/** A database that several processes use, one after the other. */
export interface Place {
  databaseUrl: string
  dataDir: string
  remove(): Promise<void>
}

/** Makes an empty database: on the server, or in a folder. */
export async function newPlace(): Promise<Place> {
  if (testDatabaseKind === 'postgres') {
    const { url, drop } = await emptyServerDatabase(serverUrl())
    return { databaseUrl: url, dataDir: '', remove: drop }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'werkbank-killed-'))
  return { databaseUrl: '', dataDir, remove: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** Opens the database for some work. */
export async function within({ databaseUrl, dataDir }: Place, work: (db: Database) => Promise<void>) {
  const opened = await openDatabase({ databaseUrl: databaseUrl || null, dataDir, log })
  try {
    await work(opened.db)
  } finally {
    await opened.close()
  }
}
