import type { z } from 'zod'
import { Id } from '../booking.ts'
import type { ProblemCode } from '../problem.ts'

/**
 * Callers of an endpoint. `visitor`: everybody. `person`: an access token. `member`: an access token whose account belongs to a
 * member (P3). `read`, `manage`, `backend`: a service token with that ability (P4). `editor`: the signed parameters of
 * the preview in the content editor.
 */
export type Caller = 'visitor' | 'person' | 'member' | 'read' | 'manage' | 'backend' | 'editor'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A row of a contract table. */
interface Statement {
  /** One sentence for the API description. */
  summary: string
  /** Any one of them is enough. */
  callers: readonly Caller[]
  /** Parameters of the path that are no `Id`. */
  params?: Record<string, z.ZodType>
  /** Absent: the endpoint takes no query. */
  query?: z.ZodObject
  body?: z.ZodObject
  answer: z.ZodType
  /** Default: 200. */
  status?: 201 | 202
  /** Expected failures beyond those that follow from the rest of the row. */
  problems?: readonly ProblemCode[]
  /** The client's error for an answer that does not fit (E15 to E21); `{id}` is filled from the path. */
  mismatch?: string
  /** Milliseconds that a client waits for the answer, where it is not the client's usual limit. */
  timeoutMs?: number
  /** Takes an `Idempotency-Key`, and counts against the rate limit of the member. */
  idempotencyKey?: true
}

/** One endpoint, stated once: server routing, typed client, OpenAPI and the caller matrix are derived from it. */
export interface Endpoint extends Statement {
  method: Method
  /** With parameters in braces: `/fabman/bookings/{id}`. */
  path: string
  params: z.ZodObject['shape']
  /** Reads one thing that may not exist: the client answers null instead of the problem `notFound`. */
  finds: boolean
}

/** The endpoints of one service, by the names of their handlers and client calls. */
export type Endpoints = Record<string, Endpoint>

/** States an endpoint: `endpoint('GET /fabman/spaces', { … })`. */
export function endpoint<const Address extends `${Method} /${string}`, const Stated extends Statement>(
  address: Address,
  stated: Stated,
) {
  return row(address, stated, false) as Row<Address, Stated> & { finds: false }
}

/** States an endpoint that reads one thing, which may not exist (`notFound`). */
export function find<const Address extends `GET /${string}`, const Stated extends Statement>(
  address: Address,
  stated: Stated,
) {
  const problems = ['notFound', ...(stated.problems ?? [])] as const
  return row(address, { ...stated, problems }, true) as Omit<Row<Address, Stated>, 'problems'> & {
    problems: readonly ('notFound' | (Stated extends { problems: readonly (infer Code)[] } ? Code : never))[]
    finds: true
  }
}

function row(address: string, stated: Statement, finds: boolean): unknown {
  const [method, path = ''] = address.split(' ')
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(names.map((name) => [name, stated.params?.[name] ?? Id]))
  return { ...stated, method, path, params, finds }
}

type Row<Address extends string, Stated extends Statement> = Omit<Stated, 'params'> & {
  method: Address extends `${infer Name extends Method} ${string}` ? Name : never
  path: Address extends `${string} ${infer Path}` ? Path : never
  params: {
    [Name in NamesIn<Address>]: Name extends keyof Stated['params']
      ? Extract<Stated['params'][Name], z.ZodType>
      : typeof Id
  }
}

type NamesIn<Address> = Address extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
