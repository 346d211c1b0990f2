// The embedded database's own thread: bytes of the PostgreSQL protocol in, bytes out.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { openFolder, openMemory, watchForTraps } from './engine.ts'
import { expectSameMajor, unpackTemplate } from './template.ts'

/** `folder` null = in memory. */
export interface WorkerOrder {
  folder: string | null
}

export type FromWorker = Uint8Array | { event: 'ready' | 'closed' } | { event: 'failed'; error: Error }

/** `readOnly`: whether new transactions may only read. */
export type ToWorker = Uint8Array<ArrayBuffer> | { readOnly: boolean } | 'close'

if (!parentPort) throw new Error('This file runs as a worker thread of platform/database/embedded.ts')
const port = parentPort

try {
  const pglite = await open((workerData as WorkerOrder).folder)
  watchForTraps(pglite, fail)
  let work = Promise.resolve()
  port.on('message', (message: ToWorker) => {
    work = work.then(() => handle(pglite, message)).catch(fail)
  })
  send({ event: 'ready' })
} catch (error) {
  fail(error as Error)
}

function open(folder: string | null): Promise<PGlite> {
  if (folder === null) return openMemory()
  if (!existsSync(join(folder, 'PG_VERSION'))) unpackTemplate(folder)
  expectSameMajor(folder)
  return openFolder(folder)
}

function handle(pglite: PGlite, message: ToWorker): Promise<void> {
  if (message === 'close') return close(pglite)
  return message instanceof Uint8Array ? answer(pglite, message) : setReadOnly(pglite, message.readOnly)
}

/** Sent between transactions only, as a simple query of the protocol. */
async function setReadOnly(pglite: PGlite, readOnly: boolean): Promise<void> {
  const text = Buffer.from(`set default_transaction_read_only = ${readOnly}\0`)
  const head = Buffer.from('Q\0\0\0\0')
  head.writeUInt32BE(text.length + 4, 1)
  const options = { syncToFs: false, onRawData: () => {} }
  await pglite.execProtocolRawStream(new Uint8Array(Buffer.concat([head, text])), options)
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
