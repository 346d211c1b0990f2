import type { z } from 'zod'

/** An answer as Stripe's API gives it. */
export interface Answer {
  status: number
  body: Record<string, unknown>
}

interface ErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  payment_intent?: unknown
}

/** A request that changes nothing. https://docs.stripe.com/api/errors */
export class Refused extends Error {
  override name = 'Refused'
  readonly answer: Answer
  constructor(status: number, error: ErrorBody) {
    super(error.message)
    this.answer = { status, body: { error } }
  }
}

/** @param details code and parameter, where Stripe names them */
export function invalid(message: string, details: { code?: string; param?: string } = {}): Refused {
  return new Refused(400, { type: 'invalid_request_error', message, ...details })
}

export function missing(kind: string, id: string): Refused {
  const details = { code: 'resource_missing', param: 'id' }
  return new Refused(404, { type: 'invalid_request_error', message: `No such ${kind}: '${id}'`, ...details })
}

interface Fields {
  [name: string]: string | Fields
}

/** Returns form-encoded parameters as data: `a[b]=1` is `{ a: { b: '1' } }`, `a[0]=1` and `a[]=1` are `{ a: ['1'] }`. */
export function parameters(form: URLSearchParams): unknown {
  const fields: Fields = Object.create(null)
  for (const [name, value] of form) {
    const [first = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''))
    const path = [first, ...rest]
    const last = path.pop() ?? ''
    const parent = path.reduce((at, part) => childOf(at, part), fields)
    parent[last === '' ? String(Object.keys(parent).length) : last] = value
  }
  return withLists(fields)
}

function childOf(fields: Fields, name: string): Fields {
  const child = fields[name]
  if (typeof child === 'object') return child
  return (fields[name] = Object.create(null) as Fields)
}

function withLists(fields: string | Fields): unknown {
  if (typeof fields === 'string') return fields
  const entries = Object.entries(fields)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  if (isList) return entries.map(([, value]) => withLists(value))
  return Object.fromEntries(entries.map(([name, value]) => [name, withLists(value)]))
}

/** Returns checked parameters. @throws Refused that names the first wrong one */
export function checked<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const [first = '', ...rest] = [...(issue?.path ?? []), ...(unknown ? [unknown] : [])].map(String)
  const param = first + rest.map((part) => `[${part}]`).join('')
  if (unknown) throw invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  const isMissing = issue?.code === 'invalid_type' && issue.input === undefined
  throw invalid(isMissing ? `Missing required param: ${param}.` : `Invalid ${param}: ${issue?.message}`, {
    ...(isMissing && { code: 'parameter_missing' }),
    param,
  })
}
