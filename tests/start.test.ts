import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freePort } from '../e2e/server.ts'

/* The whole product as an operator starts and stops it; it needs a build (`npm test` makes one). */

// A start after a change builds first.
vi.setConfig({ testTimeout: 240_000 })

let folder: string
let port: number
let started: ChildProcess[]

beforeEach(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'werkbank-start-')), 'data')
  port = await freePort()
  started = []
})
afterEach(async () => {
  for (const child of started) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  }
  await until(async () => !(await isServing()))
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

function start(command: string, args: string[], environment: Record<string, string> = {}) {
  const options: SpawnOptions = {
    env: {
      ...process.env,
      NODE_ENV: '',
      PORT: String(port),
      PUBLIC_URL: '',
      DATA_DIR: folder,
      DATABASE_URL: '',
      LOG_LEVEL: 'silent',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  }
  const child = spawn(command, args, options)
  started.push(child)
  let errors = ''
  child.stderr?.on('data', (chunk) => (errors += String(chunk)))
  return { child, errors: () => errors, ended: once(child, 'exit').then(([code]) => code as number | null) }
}

const server = (environment?: Record<string, string>) =>
  start(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], environment)

function statusFor(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path: '/health', headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('error', reject)
    asked.end()
  })
}

const isServing = () => statusFor('localhost').then(Boolean, () => false)

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (await holds()) return
    await sleep(100)
  }
  throw new Error('It did not happen within 2 minutes')
}

test('it answers its own names only, and ends at SIGTERM', async () => {
  const { child, ended } = server()
  await until(isServing)
  expect([await statusFor('127.0.0.1'), await statusFor('evil.example')]).toEqual([200, 421])
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('a taken port ends the start before anything is written', async () => {
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  try {
    const { ended, errors } = server()
    expect(await ended).toBe(1)
    expect(errors()).toContain('EADDRINUSE')
    expect(existsSync(folder)).toBe(false)
  } finally {
    other.close()
  }
})

test('a start that fails late ends, and leaves the data folder to the next one', async () => {
  const first = server({ SECRET: 'a'.repeat(32) })
  await until(isServing)
  first.child.kill('SIGTERM')
  await first.ended
  const wrong = server({ SECRET: 'b'.repeat(32) })
  expect(await wrong.ended).toBe(1)
  expect(wrong.errors()).toContain('SECRET')
  server({ SECRET: 'a'.repeat(32) })
  await until(isServing)
})

test.each(['SIGTERM', 'SIGKILL'] as const)('the server ends with its launcher at %s', async (signal) => {
  const { child } = start(process.execPath, ['run.mjs', 'start'])
  await until(isServing)
  child.kill(signal)
  await until(async () => !(await isServing()))
})

test('the server ends when `npm start` gets SIGTERM', async () => {
  const { child } = start('npm', ['start'])
  await until(isServing)
  child.kill('SIGTERM')
  await until(async () => !(await isServing()))
})
