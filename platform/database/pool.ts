import type { PostgresJSReservedSql, PostgresJSSql } from 'kysely-postgres-js'
import type postgres from 'postgres'

interface PoolOptions {
  max: number
  /** A postgres.js client with `max: 1` that calls `onClose` when its connection ends, for any reason. */
  connect: (onClose: () => void) => postgres.Sql
  /** Longest wait for a free connection, in ms. */
  waitMs?: number
}

interface Client {
  sql: postgres.Sql
  isBroken: boolean
}

interface Waiter {
  resolve: (client: Client) => void
  reject: (error: Error) => void
}

/** The connection ended while it was in use; a transaction on it is rolled back by the server. */
class ConnectionLost extends Error {
  constructor() {
    super('The database connection was lost')
    this.name = 'ConnectionLost'
  }
}

/**
 * A pool of postgres.js clients with one connection each, as kysely-postgres-js asks for it. Postgres.js has a pool of
 * its own, but there a reserved connection that dies (a restart of PostgreSQL is enough) goes back as if it lived: the
 * next query on it ends the process. Here a client is used by one at a time and thrown away with its connection.
 */
export function createPool({ max, connect, waitMs = 30_000 }: PoolOptions): PostgresJSSql {
  const idle: Client[] = []
  const all = new Set<Client>()
  const waiting: Waiter[] = []
  let isEnded = false

  const open = (): Client => {
    const client: Client = {
      isBroken: false,
      sql: connect(() => {
        client.isBroken = true
      }),
    }
    all.add(client)
    return client
  }

  const discard = (client: Client) => {
    all.delete(client)
    void client.sql.end({ timeout: 0 }).catch(() => {})
  }

  const acquire = async (): Promise<Client> => {
    if (isEnded) throw new Error('The database is closed')
    for (let client = idle.pop(); client; client = idle.pop()) {
      if (!client.isBroken) return client
      discard(client)
    }
    return all.size < max ? open() : waitIn(waiting, waitMs)
  }

  const release = (client: Client) => {
    if (isEnded) return
    const next = waiting.shift()
    if (client.isBroken) discard(client)
    if (next) next.resolve(client.isBroken ? open() : client)
    else if (!client.isBroken) idle.push(client)
  }

  return {
    options: { max },
    reserve: async () => reserved(await acquire(), release),
    end: async () => {
      isEnded = true
      for (const waiter of waiting.splice(0)) waiter.reject(new Error('The database is closed'))
      await Promise.all([...all].map((client) => client.sql.end({ timeout: 5 })))
    },
  }
}

/** Waits at the end of the queue for a client that another caller releases. */
function waitIn(waiting: Waiter[], waitMs: number): Promise<Client> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(waiter), 1)
      reject(
        new Error(
          `No free database connection for ${waitMs} ms; is db used inside a transaction of its own?`,
        ),
      )
    }, waitMs)
    const waiter: Waiter = {
      resolve: (client) => {
        clearTimeout(timer)
        resolve(client)
      },
      reject: (error) => {
        clearTimeout(timer)
        reject(error)
      },
    }
    waiting.push(waiter)
  })
}

/** Postgres.js would reconnect and go on outside of the transaction, so a broken client takes no further statement. */
function reserved(client: Client, release: (client: Client) => void): PostgresJSReservedSql {
  const unsafe: PostgresJSReservedSql['unsafe'] = (query, parameters, options) => {
    if (!client.isBroken) {
      const asked = client.sql.unsafe(query, parameters, options)
      // It travels with the next statement, which fails, too, if this one does: one way to the server less.
      return (query === 'begin' ? sent(asked) : asked) as never
    }
    const gone = query === 'rollback' ? Promise.resolve([]) : Promise.reject(new ConnectionLost())
    return Object.assign(gone, { cancel: () => {} }) as never
  }
  let isReleased = false
  return {
    unsafe,
    release: () => {
      if (!isReleased) release(client)
      isReleased = true
    },
  }
}

function sent(asked: Promise<unknown>) {
  asked.catch(() => {})
  return Object.assign(Promise.resolve(Object.assign([], { command: 'BEGIN', count: 0 })), {
    cancel: () => {},
  })
}
