// The embedded database's own thread: bytes of the PostgreSQL protocol in, bytes out.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { openFolder, openMemory, watchForTraps } from './engine.ts'
import { unpackTemplate } from './template.ts'

/** `folder` null = in memory. */
export interface WorkerOrder {
  folder: string | null
}

export type FromWorker = Uint8Array | { event: 'ready' | 'closed' } | { event: 'failed'; error: Error }

export type ToWorker = Uint8Array<ArrayBuffer> | 'close'

if (!parentPort) throw new Error('This file runs as a worker thread of platform/database/embedded.ts')
const port = parentPort

try {
  const pglite = await open((workerData as WorkerOrder).folder)
  watchForTraps(pglite, fail)
  let work = Promise.resolve()
  port.on('message', (message: ToWorker) => {
    work = work.then(() => (message === 'close' ? close(pglite) : answer(pglite, message))).catch(fail)
  })
  send({ event: 'ready' })
} catch (error) {
  fail(error as Error)
}

function open(folder: string | null): Promise<PGlite> {
  if (folder === null) return openMemory()
  if (!existsSync(join(folder, 'PG_VERSION'))) unpackTemplate(folder)
  return openFolder(folder)
}

async function answer(pglite: PGlite, bytes: Uint8Array): Promise<void> {
  const parts: Uint8Array[] = []
  await pglite.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData: (part) => parts.push(part.slice()),
  })
  if (parts.length > 0) send(new Uint8Array(Buffer.concat(parts)))
}

async function close(pglite: PGlite): Promise<void> {
  await pglite.close()
  send({ event: 'closed' })
  port.close()
}

function fail(error: Error): void {
  send({ event: 'failed', error })
}

function send(message: FromWorker): void {
  port.postMessage(message, message instanceof Uint8Array ? [message.buffer as ArrayBuffer] : [])
}
