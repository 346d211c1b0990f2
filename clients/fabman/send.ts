export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** The whole address, with the query. */
  url: string
  body?: object
  /** By when, on the clock `now`, the call ends with a response or an error; default: 2.8 s from now. */
  deadline?: number | undefined
  /** See `createRateLimit`; default: no limit. */
  longestQueueMs?: number
}

export interface FabmanResponse {
  status: number
  link: string | null
  /** The pause that `Retry-After` asks for; 0 = none. */
  pauseMs: number
  text: string
  /** The text as JSON, for a status below 300. */
  value?: unknown
}

export class BodyTooLong extends Error {
  override name = 'BodyTooLong'
}

const mostBytes = 16 * 1024 * 1024

/** Sends one request and reads its whole response. */
export async function send(
  { apiKey, fetch }: { apiKey: string; fetch: (request: Request) => Promise<Response> },
  { method, url, body }: Call,
  signal: AbortSignal,
): Promise<FabmanResponse> {
  const request = new Request(url, {
    method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    // A redirect that is followed takes the key along.
    redirect: 'manual',
    signal,
  })
  const response = await fetch(request)
  const { status, headers } = response
  const pauseMs = pauseOf(headers.get('retry-after'))
  return { status, link: headers.get('link'), pauseMs, text: await textOf(response) }
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > mostBytes) throw new BodyTooLong()
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

/** RFC 9110, 10.2.3: seconds or a date. Fabman's API guide does not mention the header. */
function pauseOf(value: string | null): number {
  if (!value) return 0
  return /^\d+$/.test(value) ? Number(value) * 1000 : Math.max(Date.parse(value) - Date.now(), 0) || 0
}
