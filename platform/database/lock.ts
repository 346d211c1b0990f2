import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as Sqlite from 'node:sqlite'

export interface Lock {
  release(): void
}

/** Another living process holds the lock. */
export class Locked extends Error {
  readonly holder: string | null

  constructor(path: string, holder: string | null) {
    super(`${path} is held by ${holder ?? 'another process'}. Stop it first; nothing was changed.`)
    this.name = 'Locked'
    this.holder = holder
  }
}

/**
 * Takes the lock `path`, or refuses within half a second. The kernel drops it with the process, also after kill -9,
 * so a stale lock cannot exist: SQLite's exclusive transaction is the only file lock that Node brings along.
 * @param path a file that belongs to the lock alone; the holder's name stands beside it in `<path>.pid`
 * @throws Locked when another process, or this one, holds it
 */
export async function takeLock(path: string): Promise<Lock> {
  const sqlite = await loadSqlite()
  const file = new sqlite.DatabaseSync(path)
  try {
    file.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (isBusy(error)) throw new Locked(path, await holderOf(path))
    throw error
  }
  writeFileSync(`${path}.pid`, `process ${process.pid} on ${hostname()}\n`)
  return { release: () => release(path, file) }
}

function release(path: string, file: Sqlite.DatabaseSync): void {
  if (!file.isOpen) return
  rmSync(`${path}.pid`, { force: true })
  file.close()
}

function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode
  return code === 5 || code === 6 // SQLITE_BUSY, SQLITE_LOCKED
}

/** The holder takes the lock a moment before it writes its name, so a name that is missing or dead is asked again. */
async function holderOf(path: string): Promise<string | null> {
  for (let tries = 0; tries < 10; tries++) {
    const name = readName(path)
    if (name && isAlive(name)) return name
    await sleep(50)
  }
  return null
}

function readName(path: string): string | null {
  try {
    return readFileSync(`${path}.pid`, 'utf8').trim() || null
  } catch {
    return null
  }
}

function isAlive(name: string): boolean {
  const [, pid, host] = /^process (\d+) on (.+)$/.exec(name) ?? []
  if (!pid) return false
  if (host !== hostname()) return true
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** node:sqlite warns that it is experimental on some 22.x and 24.x; only that warning is suppressed. */
async function loadSqlite(): Promise<typeof Sqlite> {
  const emit = process.emitWarning
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!/SQLite is an experimental/.test(String(warning))) Reflect.apply(emit, process, [warning, ...rest])
  }
  try {
    return await import('node:sqlite')
  } finally {
    process.emitWarning = emit
  }
}
