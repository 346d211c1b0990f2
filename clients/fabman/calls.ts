import { DelegateBackoff, handleType, retry } from 'cockatiel'
import type { z } from 'zod'
import { FabmanRefusal } from '../../contracts/fabman.ts'
import { CallFailed, NotAsked } from '../breaker.ts'
import { isTimeout, withTimeout } from '../with-timeout.ts'
import { FabmanRefused, FabmanUnavailable } from './failures.ts'
import { parseLossless } from './lossless-json.ts'
import { createRateLimit } from './rate-limit.ts'
import { type FabmanResponse, BodyTooLong, type Call, send } from './send.ts'

export interface CallOptions {
  apiKey: string
  fetch: (request: Request) => Promise<Response>
  /** Milliseconds of the clock that deadlines are counted on. */
  now: () => number
  /** Requests in any one second. Fabman's API guide says that there is a limit, and not which. */
  perSecond?: number
  /** 0 to 1. */
  random: () => number
  /** Logs a failure; never a key or a body. */
  warn: (details: { call: string; reason: string }) => void
}

/** A call ends within three seconds with our own work. */
const readMs = 2800
/** A retry later than this before the deadline helps nobody. */
const retryMs = 500
/** Retries per call in the long run: more would make a bad moment of Fabman worse. */
const retryShare = 0.1
const mostSavedRetries = 10

/** One attempt failed. */
class AttemptFailed extends CallFailed {
  readonly mayBeDone: boolean
  readonly mayRetry: boolean
  constructor(reason: string, { mayBeDone, mayRetry }: { mayBeDone: boolean; mayRetry: boolean }) {
    super(reason)
    this.mayBeDone = mayBeDone
    this.mayRetry = mayRetry
  }
}

/**
 * Makes calls to Fabman: rate limit, timeout, one retry of a GET. The call returns a response with a good status, or
 * null for a 404. It throws FabmanUnavailable or FabmanRefused.
 */
export function createCalls(options: CallOptions) {
  const { now, random, warn, perSecond = 20 } = options
  const limited = createRateLimit({ now, random, perSecond })
  let retries = 0
  const onceMore = retry(
    handleType(AttemptFailed, ({ mayRetry }) => mayRetry && retries >= 1),
    { maxAttempts: 1, backoff: new DelegateBackoff(() => random() * 200) },
  )
  onceMore.onRetry(() => void retries--)

  return async (call: Call): Promise<FabmanResponse | null> => {
    const { method, path, deadline = now() + readMs, longestQueueMs } = call
    retries = Math.min(retries + retryShare, mostSavedRetries)
    try {
      const response = await onceMore.execute(() =>
        limited(() => attempt(call, deadline), { deadline, longestQueueMs }),
      )
      if (response.status === 404) return null
      if (response.status >= 400) throw refusalOf(call, response)
      return response
    } catch (error) {
      if (error instanceof NotAsked) throw new FabmanUnavailable(error.message, false)
      if (!(error instanceof AttemptFailed)) throw error
      warn({ call: `${method} ${path}`, reason: error.message })
      throw new FabmanUnavailable(error.message, error.mayBeDone && method !== 'GET')
    }
  }

  async function attempt(call: Call, deadline: number): Promise<FabmanResponse> {
    const mayRetry = () => call.method === 'GET' && now() + retryMs < deadline
    const response = await withTimeout(deadline - now(), (signal) => send(options, call, signal)).catch(
      (error: unknown) => {
        const { name, cause } = error as { name: string; cause?: { code?: string } }
        const isFinal = isTimeout(error) || error instanceof BodyTooLong
        throw new AttemptFailed(isTimeout(error) ? 'timeout' : (cause?.code ?? name), {
          mayBeDone: !neverSent(cause?.code),
          mayRetry: mayRetry() && !isFinal,
        })
      },
    )
    const { status } = response
    const failed = (reason: string) => new AttemptFailed(reason, { mayBeDone: true, mayRetry: mayRetry() })
    if (status === 429) throw new CallFailed('status 429', response.pauseMs)
    if (status >= 500 || (status >= 300 && status < 400)) throw failed(`status ${status}`)
    if (status >= 300 || status === 204) return response
    try {
      return { ...response, value: parseLossless(response.text) }
    } catch {
      // The response comes from a proxy in front of Fabman.
      throw failed('not JSON')
    }
  }

  function refusalOf({ method, path }: Call, { status, text }: FabmanResponse): FabmanRefused {
    const { message = '', data } = refusalBody(text)
    if (status === 401 || status === 403) {
      warn({ call: `${method} ${path}`, reason: `the key is refused with ${status}: check FABMAN_API_KEY` })
    }
    const tags = typeof data === 'string' ? [data] : Object.keys(data ?? {})
    return new FabmanRefused(status, tags, message)
  }
}

function refusalBody(text: string): z.infer<typeof FabmanRefusal> {
  try {
    return FabmanRefusal.parse(JSON.parse(text))
  } catch {
    return { message: '', data: null }
  }
}

/** Whether the connection was not made, so that Fabman has not seen the call. */
function neverSent(code: string | undefined): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH'].includes(
    code ?? '',
  )
}
