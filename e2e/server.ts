import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Starts the product as a user would, on a free port and an empty folder; journeys read BASE_URL. */
export default async function start(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'werkbank-e2e-'))
  const port = await freePort()
  const server = spawn(process.execPath, ['main.ts'], {
    env: { ...process.env, PORT: String(port), PUBLIC_URL: '', DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const baseUrl = `http://localhost:${port}`
  process.env['BASE_URL'] = baseUrl
  await answers(`${baseUrl}/ready`)
  return async () => {
    server.kill('SIGTERM')
    await new Promise((done) => server.once('exit', done))
    await rm(dataDir, { recursive: true })
  }
}

async function answers(url: string): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
    if (Date.now() > deadline) throw new Error(`${url} did not answer within 30 s`)
    await new Promise((done) => setTimeout(done, 100))
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
