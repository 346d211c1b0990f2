import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OnEnd } from './measurement.ts'

/** A measured process. */
export interface MeasuredProcess {
  /** From its start to the first successful response. */
  readyMs: number
  /** Returns the processor time of all its threads so far, in milliseconds. */
  cpuMs(): Promise<number>
  /** Returns the longest turn of the event loop since the last call, in milliseconds; the first call starts it. */
  longestTurn(): Promise<number>
  /** Returns the highest resident memory so far in MB; 0 on other systems than Linux. */
  peakMemory(): number
  /** Returns the resident memory now in MB; 0 on other systems than Linux. */
  memory(): number
  stop(): Promise<void>
}

interface StartOptions {
  /** A script of this repository and its arguments. */
  args: string[]
  /** The process is ready when this address responds with success. */
  url: string
  env?: Record<string, string>
}

/** Starts a script in a Node process of its own, with the flags of the product, and waits until it is ready. */
export async function startProcess(onEnd: OnEnd, { args, url, env }: StartOptions): Promise<MeasuredProcess> {
  const began = performance.now()
  // The memory that `run.mjs` gives the product.
  const sizes = process.env['PRODUCT_FLAGS']?.split(' ')
  if (!sizes) throw new Error('PRODUCT_FLAGS is not set: start it by `node run.mjs bench`')
  const flags = ['--disable-warning=ExperimentalWarning', ...sizes]
  const child = spawn(process.execPath, [...flags, '--import', './bench/probe.ts', ...args], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const stop = async () => {
    if (hasEnded()) return
    const hard = setTimeout(() => child.kill('SIGKILL'), 15_000)
    child.kill('SIGTERM')
    await once(child, 'exit')
    clearTimeout(hard)
  }
  onEnd(stop)
  while (!(await isReady(url))) {
    if (hasEnded()) throw new Error(`${args.join(' ')} ended with ${child.exitCode ?? child.signalCode}`)
    if (performance.now() - began > 60_000) throw new Error(`${url} did not respond within 60 s`)
    await sleep(5)
  }
  const ask = async (what: 'cpu' | 'turn'): Promise<unknown> => {
    child.send(what)
    const [said] = await once(child, 'message')
    return said
  }
  return {
    readyMs: performance.now() - began,
    async cpuMs() {
      const { user, system } = (await ask('cpu')) as NodeJS.CpuUsage
      return (user + system) / 1000
    },
    longestTurn: async () => (await ask('turn')) as number,
    peakMemory: () => memoryOf(child.pid, 'VmHWM'),
    memory: () => memoryOf(child.pid, 'VmRSS'),
    stop,
  }
}

interface ProductOptions {
  port: number
  dataDir: string
  /** A path that responds once the product is ready. */
  path: string
  env?: Record<string, string>
}

/** Starts the built product at `http://localhost:<port>`. */
export function startProduct(
  onEnd: OnEnd,
  { port, dataDir, path, env }: ProductOptions,
): Promise<MeasuredProcess> {
  return startProcess(onEnd, {
    args: ['server/main.ts'],
    url: `http://localhost:${port}${path}`,
    env: { PORT: String(port), PUBLIC_URL: '', DATA_DIR: dataDir, DATABASE_URL: '', ...env },
  })
}

/** Creates a folder for the time of the measurement. */
export function temporaryFolder(onEnd: OnEnd): string {
  const folder = mkdtempSync(join(tmpdir(), 'werkbank-bench-'))
  onEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )
}

function memoryOf(pid: number | undefined, field: 'VmHWM' | 'VmRSS'): number {
  if (process.platform !== 'linux') return 0
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
}
