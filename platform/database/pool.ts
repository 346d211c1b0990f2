import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isProblem } from '../../contracts/problem.ts'
import { problemOf } from './unavailable.ts'

/** Longest waits of a pool, in ms. */
export interface Limits {
  /** For a new connection. */
  connectMs: number
  /** For a free connection. */
  waitMs: number
  /** For the response to a statement; then its connection is given up. */
  statementMs: number
  /** For the statements that run when the pool is closed. */
  closeMs: number
}

export interface PoolNumbers {
  /** Whether a statement found the disk full in the last seconds: one that needs no room may pass meanwhile. */
  isFull: boolean

  /** Connections that work. */
  inUse: number
  /** Connections that are open and free. */
  idle: number
  /** Callers that wait for a connection. */
  waiting: number
  max: number
}

interface PoolOptions extends Omit<pg.PoolConfig, 'Client' | 'stream' | 'types'> {
  max: number
  limits: Limits
  /** false = no prepared statements. */
  prepare?: boolean
  /** A database that only reads does so because its disk is full. */
  readOnlyMeansFull?: boolean
  /** After this long without any response, callers wait for no longer than this, until there is one. Default: no such limit. */
  silenceMs?: number
  /** A way to the database that is not connected yet. Default: TCP. */
  stream?: () => Duplex
}

type Query = PostgresPoolClient['query']

/** More callers that wait than this are a flood. */
const maxWaiting = 1000
/** How long a disk that was found full counts as full. */
const fullMs = 15_000

/**
 * A pool of PostgreSQL connections for Kysely. Every wait has a limit, and a connection that fails takes its unanswered
 * statements with it: nothing is sent again and nothing goes on over another connection.
 */
export function createPool({
  limits,
  prepare = true,
  readOnlyMeansFull = false,
  silenceMs = Infinity,
  stream,
  ...options
}: PoolOptions) {
  const streams = new Set<Duplex>()
  const silence = watchSilence(silenceMs)
  let fullAt = -Infinity
  class PooledClient extends Client {
    constructor(config: pg.ClientConfig) {
      const opened = stream?.() ?? new Socket()
      super({ ...config, connectionTimeoutMillis: limits.connectMs }, opened)
      streams.add(opened)
      opened.once('close', () => streams.delete(opened))
    }
  }
  const pool = new pg.Pool({
    ...options,
    types,
    connectionTimeoutMillis: limits.waitMs,
    // The types know only a constructor without parameters.
    Client: PooledClient as unknown as new () => pg.Client,
  })
  // The pool drops an idle connection that fails; without a listener the process would end.
  pool.on('error', () => {})

  async function connect(): Promise<PostgresPoolClient> {
    if (pool.waitingCount >= maxWaiting)
      throw problemOf(new Error('Too many callers wait for the database'), true)
    const client = (await connected(pool.connect(), silence.limitMs()).catch((error: unknown) => {
      silence.noteNoConnection()
      throw problemOf(error, true)
    })) as pg.PoolClient & Client
    const query = async (text: string, values: unknown[]) => {
      const statementMs = Math.min(limits.statementMs, silence.limitMs())
      const asked = ask(
        client,
        { text, values: values.map(asJson) },
        { prepare, readOnlyMeansFull, statementMs },
      )
      return silence.watched(asked, client).catch((error: unknown) => {
        if (isProblem(error) && error.code === 'databaseFull') fullAt = performance.now()
        throw error
      })
    }
    // Kysely's cursors are not used.
    return { query: query as unknown as Query, release: (destroy) => client.release(destroy) }
  }

  async function end(): Promise<void> {
    const closed = [...streams].map((each) => new Promise((resolve) => each.once('close', resolve)))
    await Promise.race([
      Promise.all([pool.end(), ...closed]),
      sleep(limits.closeMs, undefined, { ref: false }),
    ])
    for (const each of streams) each.destroy()
  }

  const numbers = (): PoolNumbers => ({
    isFull: performance.now() - fullAt < fullMs,
    inUse: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    max: options.max,
  })
  return { pool: { options: pool.options, connect, end } satisfies PostgresPool, numbers }
}

/**
 * Notices a database that keeps its connections and says nothing: each caller would wait for the whole limit.
 * @param silenceMs without a response to any statement, while one waits
 */
function watchSilence(silenceMs: number) {
  /** When each statement without a response was sent. */
  const sent = new Set<{ at: number }>()
  let answeredAt = 0
  let isSilent = false

  return {
    /** Longest wait of a caller at this moment. */
    limitMs(): number {
      const [oldest] = sent
      const since = oldest ? performance.now() - Math.max(oldest.at, answeredAt) : 0
      return isSilent || since > silenceMs ? silenceMs : Infinity
    },
    noteNoConnection(): void {
      isSilent = true
    },
    /** Passes a statement on, and notes whether it had a response. */
    async watched<T>(asked: Promise<T>, client: Client): Promise<T> {
      const statement = { at: performance.now() }
      sent.add(statement)
      try {
        return await asked
      } finally {
        sent.delete(statement)
        isSilent = client.isLost
        if (!isSilent) answeredAt = performance.now()
      }
    },
  }
}

/** Waits for a client for so many milliseconds; one that comes later goes back at once. @throws Error when the time is over */
async function connected(connecting: Promise<pg.PoolClient>, ms: number): Promise<pg.PoolClient> {
  if (ms === Infinity) return connecting
  const client = await Promise.race([connecting, sleep(ms, null, { ref: false })])
  if (client) return client
  connecting.then(
    (unwanted) => unwanted.release(),
    () => {},
  )
  throw new Error(`No connection for ${ms} ms`)
}

class Client extends pg.Client {
  readonly stream: Duplex
  isLost = false

  constructor(config: pg.ClientConfig, stream: Duplex) {
    super({ ...config, stream: () => stream })
    this.stream = stream
    this.on('error', () => {
      this.isLost = true
    })
  }
}

const nothing: pg.QueryResult = { command: '', rowCount: null, oid: 0, fields: [], rows: [] }

/** @throws what PostgreSQL says; Problem `databaseUnavailable` or `databaseFull` */
async function ask(
  client: Client,
  query: { text: string; values: unknown[] },
  {
    prepare,
    readOnlyMeansFull,
    statementMs,
  }: { prepare: boolean; readOnlyMeansFull: boolean; statementMs: number },
): Promise<pg.QueryResult> {
  // PostgreSQL rolls back what has lost its connection; an error here would hide the first one.
  if (client.isLost && query.text === 'rollback') return nothing
  const overdue = setTimeout(
    () => client.stream.destroy(new Error(`No response for ${statementMs} ms`)),
    statementMs,
  )
  try {
    return await client.query(prepare ? { ...query, name: nameOf(query) } : query)
  } catch (error) {
    if (!isStale(error)) throw problemOf(error, client.isLost, readOnlyMeansFull)
    names.delete(query.text)
    // A transaction has ended with this error.
    if (client.getTransactionStatus() !== 'I') throw error
    return await client.query(query)
  } finally {
    clearTimeout(overdue)
  }
}

/** The address of a database as the driver reads it. */
export function connectionString(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  // `sslmode=require` encrypts without a check of the certificate, as in PostgreSQL's own tools.
  url.searchParams.set('uselibpqcompat', 'true')
  return url.href
}

const parsers: Record<number, (text: string) => unknown> = {
  // Cents fit into a double (2^53).
  [pg.types.builtins.INT8]: Number,
  // A date has no zone and stays text.
  [pg.types.builtins.DATE]: String,
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? (pg.types.getTypeParser as (oid: number, format?: string) => unknown)(oid, format),
}

/** The driver takes an array for one of PostgreSQL; one of objects can only be JSON. */
function asJson(value: unknown): unknown {
  return Array.isArray(value) && isRecord(value[0]) ? JSON.stringify(value) : value
}

function isRecord(value: unknown): boolean {
  return value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
}

/** Statements beyond these are not prepared: each takes memory in every connection. */
const maxNames = 1000
const names = new Map<string, string>()
let named = 0

/** The name of a prepared statement, the same on every connection. */
function nameOf({ text, values }: { text: string; values: unknown[] }): string | undefined {
  const known = names.get(text)
  if (known || values.length === 0 || names.size >= maxNames) return known
  const name = `s${++named}`
  names.set(text, name)
  return name
}

/** Whether a prepared statement fails because a migration changed its tables, or because the session was reset. */
function isStale(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return error.routine === 'RevalidateCachedQuery' || error.code === '26000'
}
