import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import { connectionString } from './pool.ts'

export interface NoticesOptions {
  /** Address of PostgreSQL: listening takes a connection of its own. */
  databaseUrl: string
  /** Sends. */
  db: Database
  channel: string
  /** Gets the items that another process sent. */
  receive: (items: unknown[]) => void
  /** Called each time that listening begins: what was sent before did not arrive. */
  listening: () => void
  log: Pick<Log, 'warn'>
}

export interface Notices {
  /**
   * Sends items to the other processes, after the commit that they tell of. Logs a failure instead of throwing it, and
   * after a second goes on in the background: what is committed does not wait for a notice.
   */
  send(items: unknown[]): Promise<void>
  /** Whether what others send arrives here. */
  arrive(): boolean
  close(): Promise<void>
}

/** PostgreSQL takes a notice of less than 8000 bytes. */
const maxBytes = 7999
/** Interval of the notice to itself, and the silence after which the process reconnects, in ms. */
const [probeMs, silenceMs] = [1000, 4000]
/** Longest wait of a writer for its notice, in ms. */
const patienceMs = 1000

/**
 * Messages between the processes on one PostgreSQL, by LISTEN and NOTIFY. Notices to itself show a process that they
 * arrive: a connection can be dead without an error, and PgBouncer in transaction mode accepts LISTEN but delivers
 * nothing.
 */
export function openNotices({ databaseUrl, db, channel, receive, listening, log }: NoticesOptions): Notices {
  const self = randomUUID()
  let openedAt = performance.now()
  let heardAt = -Infinity
  let isWarned = false
  let isProbing = false
  let client = connect()
  const timer = setInterval(() => {
    if (performance.now() > Math.max(openedAt, heardAt) + silenceMs) reconnect()
    probe()
  }, probeMs).unref()

  function connect(): pg.Client {
    const opened = listeningClient(databaseUrl, channel, hear)
    const begin = () => {
      if (client !== opened.client) return
      listening()
      probe()
    }
    opened.isListening.then(begin, () => {})
    opened.client.once('end', () => {
      if (client === opened.client) openedAt = heardAt = -Infinity
    })
    return opened.client
  }

  /** Sends a notice to itself; one at a time, so that probes do not pile up while PostgreSQL is away. */
  function probe(): void {
    if (isProbing) return
    isProbing = true
    void deliver([]).finally(() => void (isProbing = false))
  }

  function hear(payload: string): void {
    const { from, items } = JSON.parse(payload) as { from: string; items: unknown[] }
    if (from !== self) receive(items)
    else if (items.length === 0) {
      heardAt = performance.now()
      isWarned = false
    }
  }

  function reconnect(): void {
    if (!isWarned) log.warn({ channel }, 'notices of other processes do not arrive')
    isWarned = true
    client.connection.stream.destroy()
    openedAt = performance.now()
    client = connect()
  }

  async function deliver(items: unknown[]): Promise<void> {
    const payloads = payloadsOf(self, items)
    const notify = () =>
      sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`.execute(db)
    // Once more, because a pooled connection may have died unnoticed.
    await notify()
      .catch(notify)
      .catch((err: unknown) => log.warn({ err, channel }, 'could not notify other processes'))
  }

  return {
    send: (items) => Promise.race([deliver(items), sleep(patienceMs, undefined, { ref: false })]),
    arrive: () => performance.now() < heardAt + silenceMs,
    async close() {
      clearInterval(timer)
      client.connection.stream.destroy()
    },
  }
}

/** A client that listens to a channel. Its failure shows as its end, or as silence. */
function listeningClient(databaseUrl: string, channel: string, hear: (payload: string) => void) {
  const client = new pg.Client({
    connectionString: connectionString(databaseUrl),
    connectionTimeoutMillis: silenceMs,
  })
  client.on('notification', ({ payload = '' }) => hear(payload)).on('error', () => {})
  const listen = async () => {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  }
  return { client, isListening: listen() }
}

/** Splits items into payloads that PostgreSQL takes. */
function payloadsOf(from: string, items: unknown[]): string[] {
  const payload = JSON.stringify({ from, items })
  if (items.length < 2 || Buffer.byteLength(payload) <= maxBytes) return [payload]
  const half = items.length >> 1
  return [...payloadsOf(from, items.slice(0, half)), ...payloadsOf(from, items.slice(half))]
}
