import { z } from 'zod'
import { FabmanRefusal } from '../../contracts/fabman.ts'
import { createGate, GateClosed, type Ticket } from './rate-limit.ts'
import { parseLossless } from './lossless-json.ts'

export interface FabmanOptions {
  /** With the version, no trailing slash: `https://fabman.io/api/v1`. */
  baseUrl: string
  apiKey: string
  fetch: (request: Request) => Promise<Response>
  /** Milliseconds of the clock that time-outs go by. */
  now: () => number
  /** Requests per second, and so many at once after a quiet time. */
  pace?: { perSecond: number; burst: number }
  /** 0 to 1. */
  random: () => number
  /** Says what went wrong; never a key or a body. */
  warn: (details: { call: string; reason: string }) => void
}

/** Fabman does not answer, or not as it should. */
export class FabmanUnavailable extends Error {
  override name = 'FabmanUnavailable'
  /** Whether what was asked for may have been done all the same. */
  readonly mayBeDone: boolean
  constructor(reason: string, mayBeDone: boolean) {
    super(reason)
    this.mayBeDone = mayBeDone
  }
}

/** Fabman says no: 400 to 422 but 404 where nothing was asked to change. Nothing was done. */
export class FabmanRefused extends Error {
  override name = 'FabmanRefused'
  readonly status: number
  /** The broken rules of a 422, or the words of the sentence that stands in their place. */
  readonly tags: string[]
  constructor(status: number, tags: string[], message: string) {
    super(message)
    this.status = status
    this.tags = tags
  }
}

/** Numbers that nobody has documented: quiet enough that a 429 is rare, and it is obeyed. */
const quietPace = { perSecond: 10, burst: 20 }
/** Nobody waits longer than three seconds, our own work included. */
const readMs = 2800
/**
 * Who only looks gives up where so much waits already: everybody may look, and whoever looks at a hundred weeks at once
 * must not keep members from booking.
 */
const longestLineMs = { looking: 500, deciding: Infinity }
const mostBytes = 16 * 1024 * 1024
const pageSize = 1000
const mostPages = 50
/** Retries per call at most, in the long run: more would make a bad moment of Fabman worse. */
const retryShare = 0.1

type Query = Record<string, string | number | string[] | undefined>

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Query
  body?: object
  /** By when, as `now` counts, there is an answer or an error; default: 2.8 s from now. */
  deadline?: number | undefined
  /** See `longestLineMs`; default: as one may who decides. */
  lineMs?: number
}

interface Answer {
  status: number
  link: string | null
  /** What `Retry-After` asks for; 0 = nothing. */
  pauseMs: number
  text: string
  /** The text as JSON, once its status is known to be good. */
  value?: unknown
}

/**
 * Fabman's API: one gate for all calls, not quite three seconds, one retry of what changes nothing, ids without loss, every
 * answer checked and stripped. All throw FabmanUnavailable or FabmanRefused.
 */
export function createFabmanClient(options: FabmanOptions) {
  const { baseUrl, apiKey, now, random, warn, pace = quietPace } = options
  const gate = createGate({ now, random, ...pace })
  let retries = 0

  const reading = (lineMs: number) => ({
    /** One object; null = there is none (404, 204). */
    async get<T extends z.ZodType>(path: string, schema: T, query: Query = {}) {
      const answer = await ask({ method: 'GET', path, query, lineMs })
      return answer === null || answer.status === 204 ? null : read(`GET ${path}`, answer, schema, false)
    },

    /** A whole list, page by page along `Link`; null = its owner does not exist. */
    async list<T extends z.ZodType>(path: string, item: T, query: Query = {}) {
      const items: z.output<T>[] = []
      let next: string | null = addressOf(path, { ...query, limit: pageSize })
      for (let page = 0; next !== null; page++) {
        if (page === mostPages) throw failed(`GET ${path}`, 'pages without end', false)
        const answer = await ask({ method: 'GET', path, lineMs }, next)
        if (answer === null) return null
        if (answer.status !== 204) items.push(...read(`GET ${path}`, answer, z.array(item), false))
        next = nextPage(answer.link, next)
      }
      return items
    },
  })

  async function write<T extends z.ZodType>(call: Call, schema: T): Promise<z.output<T>> {
    const name = `${call.method} ${call.path}`
    const answer = await ask(call)
    if (answer === null) throw new FabmanRefused(404, [], 'Not Found')
    return read(name, answer, schema, true)
  }

  return {
    ...reading(longestLineMs.deciding),
    /** For what decides nothing: gives way to the others where there are too many. */
    looking: reading(longestLineMs.looking),
    /** @param deadline see Call */
    post: <T extends z.ZodType>(path: string, body: object, schema: T, deadline?: number) =>
      write({ method: 'POST', path, body, deadline }, schema),
    /** The body carries the `lockVersion` that was read; another one is refused with status 409. */
    put: <T extends z.ZodType>(path: string, body: object, schema: T, deadline?: number) =>
      write({ method: 'PUT', path, body, deadline }, schema),
    /** Also when it was gone before. */
    async delete(path: string, deadline?: number): Promise<void> {
      await ask({ method: 'DELETE', path, deadline })
    },
  }

  /** The answer with a good status; null = 404. */
  async function ask(call: Call, address = addressOf(call.path, call.query)): Promise<Answer | null> {
    const { method, path, deadline = now() + readMs, lineMs } = call
    const name = `${method} ${path}`
    retries = Math.min(retries + retryShare, 10)
    for (;;) {
      const ticket = await gate.enter(deadline, lineMs).catch((error: unknown) => {
        if (error instanceof GateClosed) throw new FabmanUnavailable('not asked', false)
        throw error
      })
      const outcome = await attempt(call, address, deadline, ticket)
      if ('status' in outcome) return outcome.status === 404 ? null : outcome
      if (outcome.isLimited) continue
      const mayRetry = method === 'GET' && retries >= 1 && now() + 500 < deadline && !outcome.isLate
      if (!mayRetry) throw failed(name, outcome.reason, outcome.mayBeDone && method !== 'GET')
      retries--
      await new Promise((resolve) => void setTimeout(resolve, random() * 200))
    }
  }

  async function attempt(call: Call, address: string, deadline: number, ticket: Ticket) {
    let answer: Answer
    try {
      answer = await inTime(call, address, deadline)
    } catch (error) {
      ticket.done('failed')
      const { name, code } = reasonOf(error)
      return { reason: code ?? name, isLimited: false, isLate: name === 'late', mayBeDone: !neverSent(code) }
    }
    const { status } = answer
    if (status === 429) {
      ticket.done('limited', answer.pauseMs)
      return { reason: 'status 429', isLimited: true, isLate: false, mayBeDone: false }
    }
    if (status >= 500 || (status >= 300 && status < 400)) {
      ticket.done('failed')
      return { reason: `status ${status}`, isLimited: false, isLate: false, mayBeDone: true }
    }
    if (status < 300 && status !== 204) {
      try {
        answer.value = parseLossless(answer.text)
      } catch {
        // Not its own words but those of something before it.
        ticket.done('failed')
        return { reason: 'not JSON', isLimited: false, isLate: false, mayBeDone: true }
      }
    }
    ticket.done('answered')
    if (status >= 400 && status !== 404) throw refusalOf(call, answer)
    return answer
  }

  /** A timer of its own: an abort signal may be collected with a request in between, and never come. */
  async function inTime({ method, body }: Call, address: string, deadline: number): Promise<Answer> {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          reject(Object.assign(new Error('no answer in time'), { name: 'late' }))
          controller.abort()
        },
        Math.max(deadline - now(), 0),
      )
    })
    try {
      return await Promise.race([send(method, address, body, controller.signal), late])
    } finally {
      clearTimeout(timer)
    }
  }

  async function send(method: string, address: string, body: object | undefined, signal: AbortSignal) {
    const request = new Request(address, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      // Never followed: the key would go along.
      redirect: 'manual',
      signal,
    })
    const response = await options.fetch(request)
    const { status, headers } = response
    const pauseMs = pauseOf(headers.get('retry-after'), now())
    return { status, link: headers.get('link'), pauseMs, text: await textOf(response) }
  }

  function read<T extends z.ZodType>(
    name: string,
    { value }: Answer,
    schema: T,
    wasWritten: boolean,
  ): z.output<T> {
    const result = schema.safeParse(value)
    if (result.success) return result.data
    const where = result.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`)
    throw failed(name, `not as expected: ${where.slice(0, 5).join(', ')}`, wasWritten)
  }

  function failed(call: string, reason: string, mayBeDone: boolean): FabmanUnavailable {
    warn({ call, reason })
    return new FabmanUnavailable(reason, mayBeDone)
  }

  function refusalOf({ method, path }: Call, { status, text }: Answer): FabmanRefused {
    const { message = '', data } = refusalBody(text)
    if (status === 401 || status === 403) {
      warn({ call: `${method} ${path}`, reason: `the key is refused with ${status}: check FABMAN_API_KEY` })
    }
    const tags = typeof data === 'string' ? [data] : Object.keys(data ?? {})
    return new FabmanRefused(status, tags, message)
  }

  function addressOf(path: string, query: Query = {}): string {
    const url = new URL(baseUrl + path)
    for (const [name, value] of Object.entries(query)) {
      if (value === undefined) continue
      for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(each))
    }
    return url.href
  }

  /** Where `Link` leads, on our own origin and under our own path whatever it says; it may be relative. */
  function nextPage(link: string | null, current: string): string | null {
    const target = /<([^>]*)>\s*;[^,]*\brel="?next\b/.exec(link ?? '')?.[1]
    if (!target) return null
    const base = new URL(baseUrl)
    const found = URL.canParse(target, current) ? new URL(target, current) : null
    const next = found && base.origin + found.pathname + found.search
    if (!next || !found.pathname.startsWith(`${base.pathname.replace(/\/$/, '')}/`) || next === current) {
      throw failed('GET a page', 'a link that leads elsewhere', false)
    }
    return next
  }
}
export type FabmanClient = ReturnType<typeof createFabmanClient>
export type FabmanReader = FabmanClient['looking']

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > mostBytes) throw new Error('too long')
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

function refusalBody(text: string): z.infer<typeof FabmanRefusal> {
  try {
    return FabmanRefusal.parse(JSON.parse(text))
  } catch {
    return { message: '', data: null }
  }
}

/** RFC 9110, 10.2.3; nobody has documented that Fabman sends it. */
function pauseOf(value: string | null, now: number): number {
  if (!value) return 0
  return /^\d+$/.test(value) ? Number(value) * 1000 : Math.max(Date.parse(value) - now, 0) || 0
}

function reasonOf(error: unknown): { name: string; code: string | undefined } {
  const { name, message, cause } = error as { name: string; message: string; cause?: { code?: string } }
  return { name: name === 'late' || message === 'too long' ? 'late' : name, code: cause?.code }
}

/** The connection was not made, so nothing was asked. */
function neverSent(code: string | undefined): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH'].includes(
    code ?? '',
  )
}
