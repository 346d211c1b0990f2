import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Locked, takeLock } from './lock.ts'

const script = fileURLToPath(new URL('./lock-holder.fixture.ts', import.meta.url))
let folder: string
let path: string
let children: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'werkbank-lock-'))
  path = join(folder, 'db.lock')
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** A process that holds the lock by the time this resolves. */
async function holder(): Promise<ChildProcess & { said: string }> {
  const child = Object.assign(spawn(process.execPath, [script, path], { stdio: 'pipe' }), { said: '' })
  children.push(child)
  child.stderr.on('data', (data: Buffer) => (child.said += data.toString()))
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return child
}

test('a second process is refused within a second, with the pid of the first', async () => {
  const first = await holder()
  const started = performance.now()
  await expect(takeLock(path)).rejects.toThrow(`process ${first.pid} on ${hostname()}`)
  expect(performance.now() - started).toBeLessThan(1000)
})

test('of ten that start at once, one gets it', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, holder))
  const holders = all.filter((child) => child.exitCode === null)
  expect(holders).toHaveLength(1)
  for (const child of all) {
    if (child !== holders[0]) expect(child.said).toMatch(/is held by process \d+/)
  }
})

test('a lock whose process was killed with -9 is free at once, whatever its file says', async () => {
  const first = await holder()
  first.kill('SIGKILL')
  await once(first, 'exit')
  expect(existsSync(`${path}.pid`)).toBe(true)
  const lock = await takeLock(path)
  lock.release()
  expect(existsSync(`${path}.pid`)).toBe(false)
})

test('a name left by a dead process is never told as the holder', async () => {
  const first = await holder()
  writeFileSync(`${path}.pid`, `process 999999999 on ${hostname()}\n`)
  await expect(takeLock(path)).rejects.toThrow('another process')
  first.kill('SIGKILL')
})

test('the same process is refused as well, and may take it again after it let go', async () => {
  const lock = await takeLock(path)
  await expect(takeLock(path)).rejects.toBeInstanceOf(Locked)
  lock.release()
  lock.release()
  const again = await takeLock(path)
  again.release()
})

test('a refused try does not free the lock of the first', async () => {
  await holder()
  await expect(takeLock(path)).rejects.toBeInstanceOf(Locked)
  const third = await holder()
  expect(third.exitCode).toBe(1)
})

test('nothing is printed about node:sqlite', async () => {
  const first = await holder()
  expect(first.said).toBe('')
})
