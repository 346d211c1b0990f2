import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker, WorkerOrder } from './worker.ts'

export interface EmbeddedOptions {
  /** null = in memory. */
  folder: string | null
  /** The database is gone for good: it trapped, its thread ended, or a response is overdue. Called once. */
  onDead: (reason: string, error?: Error) => void
  /** How long a query may be unanswered. PGlite knows no statement_timeout. */
  answerWithinMs: number
  /** Whether the disk has room. While it has none, new transactions only read. */
  hasRoom: () => boolean
}

export interface Embedded {
  /** A PostgreSQL connection; there is one session, so one connection at a time. */
  connect(): Duplex
  close(): Promise<void>
}

/**
 * Starts PGlite in its own thread: a report of 800 ms there does not block this one.
 * @throws the error of PGlite or the file system when the folder cannot be opened
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const order: WorkerOrder = { folder: options.folder }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order })
  await started(worker)
  const line = new Line(worker, options)
  return {
    connect: () => line.connect(),
    close: () => line.close(),
  }
}

async function started(worker: Worker): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onExit = (code: number) => reject(new Error(`The database thread ended with ${code} while starting`))
  const onMessage = (message: FromWorker) => {
    if (message instanceof Uint8Array || message.event !== 'failed') resolve()
    else reject(message.error)
  }
  worker.on('error', reject).on('exit', onExit).on('message', onMessage)
  try {
    await promise
  } catch (error) {
    await worker.terminate()
    throw error
  } finally {
    worker.off('error', reject).off('exit', onExit).off('message', onMessage)
  }
}

/** The way to the worker and back, and the watch over it. */
class Line {
  private readonly worker: Worker
  private readonly options: EmbeddedOptions
  private socket: WireSocket | null = null
  private state: 'open' | 'closing' | 'dead' = 'open'
  private overdue: NodeJS.Timeout | null = null
  /** No transaction is open, and no statement is unanswered. */
  private isIdle = false
  /** What the session was told; null = nothing yet. */
  private isReadOnly: boolean | null = null

  constructor(worker: Worker, options: EmbeddedOptions) {
    this.worker = worker
    this.options = options
    worker.on('message', (message: FromWorker) => this.receive(message))
    worker.on('error', (error: Error) => this.die('its thread failed', error))
    worker.on('exit', () => this.die('its thread ended'))
  }

  connect(): Duplex {
    if (this.state !== 'open') throw new Error('The embedded database is closed')
    this.isIdle = false
    this.isReadOnly = null
    this.socket = new WireSocket((bytes) => this.write(bytes))
    return this.socket
  }

  close(): Promise<void> {
    if (this.state !== 'open') return Promise.resolve()
    this.state = 'closing'
    this.answered()
    const ended = new Promise<void>((resolve) => this.worker.once('exit', () => resolve()))
    // The last checkpoint would break on a full disk. Everything confirmed is in the log, which the next start reads.
    if (this.options.hasRoom()) this.send('close')
    else void this.worker.terminate()
    return ended
  }

  private write(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.state === 'open' && bytes[0] !== terminate) {
      this.overdue ??= setTimeout(
        () => this.die(`no answer for ${this.options.answerWithinMs} ms`),
        this.options.answerWithinMs,
      )
    }
    this.refuseWritesWithoutRoom()
    this.send(bytes)
  }

  private refuseWritesWithoutRoom(): void {
    if (!this.isIdle) return
    this.isIdle = false
    const isReadOnly = !this.options.hasRoom()
    if (isReadOnly === this.isReadOnly) return
    this.isReadOnly = isReadOnly
    this.send({ readOnly: isReadOnly })
  }

  private send(message: ToWorker): void {
    if (this.state === 'dead') return
    this.worker.postMessage(message, message instanceof Uint8Array ? [message.buffer] : [])
  }

  private receive(message: FromWorker): void {
    if (message instanceof Uint8Array) {
      this.answered()
      this.isIdle = endsIdle(message)
      this.socket?.push(Buffer.from(message.buffer))
    } else if (message.event === 'failed') {
      this.die('PGlite broke down', message.error)
    }
  }

  private answered(): void {
    if (this.overdue) clearTimeout(this.overdue)
    this.overdue = null
  }

  private die(reason: string, error?: Error): void {
    const wasClosing = this.state === 'closing'
    if (this.state === 'dead') return
    this.state = 'dead'
    this.answered()
    void this.worker.terminate()
    this.socket?.destroy()
    if (!wasClosing || error) this.options.onDead(reason, error)
  }
}

/** 'X', the one message that PostgreSQL never answers. */
const terminate = 0x58

/** Whether a response ends with ReadyForQuery and no transaction is open. */
function endsIdle(response: Uint8Array): boolean {
  return Buffer.from(response.buffer).subarray(-6).toString('latin1') === 'Z\0\0\0\x05I'
}

/** The socket that the driver expects. */
class WireSocket extends Duplex {
  private readonly deliver: (bytes: Uint8Array<ArrayBuffer>) => void

  constructor(deliver: (bytes: Uint8Array<ArrayBuffer>) => void) {
    super({ allowHalfOpen: false })
    this.deliver = deliver
  }

  connect(): this {
    setImmediate(() => this.emit('connect'))
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    // A copy: postMessage would clone the whole pool that a small Buffer is a view of.
    this.deliver(new Uint8Array(chunk))
    done()
  }

  /** The messages of one statement come at once, and PGlite answers them at once. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.deliver(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))))
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
    setImmediate(() => this.destroy())
  }

  setKeepAlive(): this {
    return this
  }

  setNoDelay(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}
