import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyServerDatabase, serverUrl } from '../platform/database/database.fixture.ts'
import startPostgres from '../platform/database/postgres-server.fixture.ts'

/**
 * Starts the product on a free port and on a PostgreSQL of its own, to which journeys add their members. They read
 * BASE_URL, JOURNEYS_DATABASE_URL and JOURNEYS_DATA_DIR.
 */
export default async function start(): Promise<() => Promise<void>> {
  const stopPostgres = await startPostgres()
  const { url } = await emptyServerDatabase(serverUrl())
  const dataDir = await mkdtemp(join(tmpdir(), 'werkbank-e2e-'))
  const product = await startProduct(dataDir, await freePort(), { DATABASE_URL: url })
  process.env['BASE_URL'] = product.url
  process.env['JOURNEYS_DATA_DIR'] = dataDir
  process.env['JOURNEYS_DATABASE_URL'] = url
  return async () => {
    await product.stop('SIGTERM')
    await stopPostgres()
    await rm(dataDir, { recursive: true })
  }
}

export interface Product {
  url: string
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** The built product in a process of its own, ready to answer. */
export async function startProduct(
  dataDir: string,
  port: number,
  environment: Record<string, string> = {},
): Promise<Product> {
  mkdirSync(dataDir, { recursive: true })
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: '',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      LOG_LEVEL: 'info',
      ...environment,
    },
    // Beside the product's own files, so that a search of them finds what is logged, too.
    stdio: ['ignore', openSync(join(dataDir, 'output.log'), 'a'), 'inherit'],
  })
  const url = `http://localhost:${port}`
  await answers(`${url}/ready`, child)
  return {
    url,
    stop: (signal) =>
      new Promise((done) => {
        child.once('exit', () => done())
        child.kill(signal)
      }),
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 90_000
  for (;;) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode}`)
    if (Date.now() > deadline) throw new Error(`${url} did not answer within 90 s`)
    await new Promise((done) => setTimeout(done, 100))
  }
}
