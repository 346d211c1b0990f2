import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** One figure of a measurement. */
export interface Row {
  measurement: string
  value: number
  unit: string
}

/** Starts a script of this repository in a Node of its own and waits until `url` answers 200. */
export async function startProcess(
  args: string[],
  url: string,
  env: Record<string, string>,
): Promise<{ process: ChildProcess; readyMs: number; stop(): Promise<void> }> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (;;) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) break
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`)
    if (performance.now() - began > 30_000) throw new Error(`${url} did not answer within 30 s`)
    await new Promise((done) => setTimeout(done, 5))
  }
  return {
    process: child,
    readyMs: performance.now() - began,
    stop: () =>
      new Promise((done) => {
        child.once('exit', () => done())
        child.kill('SIGTERM')
      }),
  }
}

/** The same flags as the launcher gives. */
export const productArgs = [
  '--disable-warning=ExperimentalWarning',
  '--max-old-space-size=320',
  '--max-semi-space-size=32',
  'server/main.ts',
]

/** Resident memory of a process in MB and its highest so far; Linux only, else 0. */
export function memoryOf(pid: number): { now: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const read = (name: string) =>
      Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
    return { now: read('VmRSS'), peak: read('VmHWM') }
  } catch {
    return { now: 0, peak: 0 }
  }
}
