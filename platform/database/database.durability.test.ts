import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFolder, watchForTraps } from './engine.ts'
import { unpackTemplate } from './template.ts'
import { openDatabase } from './database.ts'
import { DiskModel } from './disk-model.fixture.ts'
import { createLog } from '../log.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'werkbank-durability-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const text = 'x'.repeat(2000)

test('after a power cut the database opens with every acknowledged row, 10 times of 10', async () => {
  const disk = new DiskModel()
  const data = join(home, 'data')
  mkdirSync(data)
  disk.fsync(...descriptorOf(data))
  unpackTemplate(join(data, 'db'), disk.fsync)
  const images: { path: string; acked: number }[] = []
  const writer = await openFolder(join(data, 'db'), disk.fsync)
  await writer.exec('create table paper (id int primary key, version int not null, text text not null)')
  for (let cut = 0, id = 0; cut < 10; cut++) {
    for (const last = id + 20; id < last;) {
      id += 1
      await writer.query('insert into paper values ($1, 0, $2)', [id, text])
      await writer.query('update paper set version = version + 1 where id = $1', [id])
    }
    // The cuts fall after a plain commit, a checkpoint, a schema change, a vacuum, and inside an open transaction.
    if (cut % 5 === 1) await writer.exec('checkpoint')
    if (cut % 5 === 2) await writer.exec(`create index paper_${cut} on paper (version, id)`)
    if (cut % 5 === 3) await writer.exec('vacuum full paper')
    if (cut % 5 === 4) await writer.exec('begin; update paper set version = 99')
    const path = join(home, `image-${cut}`)
    disk.writeImage(data, path)
    images.push({ path, acked: id })
    if (cut % 5 === 4) await writer.exec('rollback')
  }
  await writer.close()
  disk.close()
  for (const { path, acked } of images)
    expect(await rowsIn(join(path, 'db'))).toEqual({ acked, right: acked })
})

test('each commit reaches the disk before it is acknowledged', async () => {
  const disk = new DiskModel()
  unpackTemplate(join(home, 'db'))
  const pglite = await openFolder(join(home, 'db'), disk.fsync)
  await pglite.exec('create table paper (id int)')
  for (let id = 0; id < 20; id++) {
    const before = disk.count
    await pglite.query('insert into paper values ($1)', [id])
    expect(disk.count).toBeGreaterThan(before)
  }
  await pglite.close()
  disk.close()
})

test('a failing disk ends the database instead of losing what it acknowledged', async () => {
  unpackTemplate(join(home, 'db'))
  let isBroken = false
  const pglite = await openFolder(join(home, 'db'), () => {
    if (isBroken) throw new Error('EIO')
  })
  const trapped = new Promise<Error>((resolve) => watchForTraps(pglite, resolve))
  await pglite.exec('create table paper (id int)')
  isBroken = true
  pglite.query('insert into paper values (1)').catch(() => {})
  expect(await trapped).toBeInstanceOf(Error)
})

test('kill -9 in the middle of writing loses no acknowledged row', async () => {
  const data = join(home, 'data')
  for (let round = 0; round < 3; round++) {
    const acked = await writeUntilKilled(data, 400 + 300 * round)
    expect(acked.length).toBeGreaterThan(0)
    const { db, close } = await openDatabase({ databaseUrl: null, dataDir: data, log: createLog('warn') })
    const { rows } = await sql<{ id: string }>`select id from paper`.execute(db)
    await close()
    const found = new Set(rows.map((row) => row.id))
    expect(acked.filter((id) => !found.has(id))).toEqual([])
  }
})

function descriptorOf(path: string): [number, string] {
  return [openSync(path, 'r'), path]
}

async function rowsIn(folder: string): Promise<unknown> {
  const pglite: PGlite = await openFolder(folder)
  const { rows } = await pglite.query(
    `select count(*)::int as acked, count(*) filter (where version = 1 and text = $1)::int as right from paper`,
    [text],
  )
  await pglite.close()
  return rows[0]
}

/** @returns the ids that the process had acknowledged when it was killed `afterMs` after its first one */
function writeUntilKilled(dataDir: string, afterMs: number): Promise<string[]> {
  const script = fileURLToPath(new URL('./writer.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const acked: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (acked.length === 0) setTimeout(() => child.kill('SIGKILL'), afterMs)
    acked.push(line)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) =>
      signal === 'SIGKILL' ? resolve(acked) : reject(new Error(`the writer ended by itself with ${code}`)),
    )
  })
}
