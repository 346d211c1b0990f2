import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isProblem } from '../../contracts/problem.ts'
import { watchSilence } from './silence.ts'
import { problemOf } from './unavailable.ts'

/** Longest waits of a pool, in ms. */
export interface Limits {
  /** For a new connection. */
  connectMs: number
  /** For a free connection. */
  waitMs: number
  /** For the response to a statement; then its connection is given up. */
  statementMs: number
  /**
   * A statement without a response for so long is given up where PostgreSQL does not work on it, or says nothing; then
   * callers wait for no longer than half of it, until there is a response. Infinity = no such limit.
   */
  silenceMs: number
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
  stream,
  ...options
}: PoolOptions) {
  const streams = new Set<Duplex>()
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
  const silence = watchSilence({
    afterMs: limits.silenceMs,
    working: (ids) => processesAtWork(ids, new PooledClient(options), prepare),
  })
  // The pool drops an idle connection that fails; without a listener the process would end.
  pool.on('error', () => {})

  async function connect(): Promise<PostgresPoolClient> {
    if (pool.waitingCount >= maxWaiting)
      throw problemOf(new Error('Too many callers wait for the database'), true)
    const connecting = connected(pool.connect(), silence.isSilent, limits.silenceMs)
    const client = (await connecting.catch((error: unknown) => {
      silence.noteNoConnection()
      throw problemOf(error, true)
    })) as pg.PoolClient & Client
    const query = async (text: string, values: unknown[]) => {
      const statementMs = Math.min(limits.statementMs, silence.isSilent() ? limits.silenceMs : Infinity)
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

  const end = () => closed(pool, streams, limits.closeMs)
  const numbers = (): PoolNumbers => ({
    isFull: performance.now() - fullAt < fullMs,
    inUse: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    max: options.max,
  })
  return { pool: { options: pool.options, connect, end } satisfies PostgresPool, numbers }
}

/** Ends a pool, by force when that takes longer. */
async function closed(pool: pg.Pool, streams: ReadonlySet<Duplex>, ms: number): Promise<void> {
  const ended = [...streams].map((each) => new Promise((resolve) => each.once('close', resolve)))
  await Promise.race([Promise.all([pool.end(), ...ended]), sleep(ms, undefined, { ref: false })])
  for (const each of streams) each.destroy()
}

/**
 * Waits for a client, but not for long while nothing is heard of the database; one that comes later goes back at once.
 * @throws Error when the time is over
 */
async function connected(
  connecting: Promise<pg.PoolClient>,
  isSilent: () => boolean,
  silenceMs: number,
): Promise<pg.PoolClient> {
  if (silenceMs === Infinity) return connecting
  const mostMs = silenceMs / 2
  const step = mostMs / 4
  for (let silentMs = 0; silentMs < mostMs; silentMs = isSilent() ? silentMs + step : 0) {
    const client = await Promise.race([connecting, sleep(step, null, { ref: false })])
    if (client) return client
  }
  connecting.then(
    (unwanted) => unwanted.release(),
    () => {},
  )
  throw new Error(`No connection for ${mostMs} ms`)
}

class Client extends pg.Client {
  readonly stream: Duplex
  isLost = false
  declare processID: number | null

  constructor(config: pg.ClientConfig, stream: Duplex) {
    super({ ...config, stream: () => stream })
    this.stream = stream
    this.on('error', () => {
      this.isLost = true
    })
  }

  giveUp(reason: string): void {
    this.stream.destroy(new Error(reason))
  }
}

/**
 * Which of these processes of PostgreSQL work on a statement, asked over a connection of its own.
 * @param isDirect false = PgBouncer is between, which has process numbers of its own: an answer counts for all of them
 * @throws when there is no answer
 */
async function processesAtWork(
  ids: number[],
  client: Client,
  isDirect: boolean,
): Promise<ReadonlySet<number>> {
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(
      isDirect
        ? `select pid from pg_stat_activity where pid = any($1) and state in ('active', 'disabled')`
        : 'select unnest($1::int[]) as pid',
      [ids],
    )
    return new Set(rows.map(({ pid }) => pid))
  } catch (error) {
    // A refusal is an answer, too.
    if (error instanceof pg.DatabaseError) return new Set(ids)
    throw error
  } finally {
    client.stream.destroy()
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
  const overdue = setTimeout(() => client.giveUp(`No response for ${statementMs} ms`), statementMs)
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
