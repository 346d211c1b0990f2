import type { Fetch } from './service.ts'

type Outcome = 'ok' | 'refused' | 'failed'

export type Upstreams = ReturnType<typeof createUpstreams>

/** Watches the calls of this process to services elsewhere. */
export function createUpstreams() {
  const counts = new Map<string, Record<Outcome, number>>()
  const failing = new Set<string>()

  function note(name: string, outcome: Outcome): void {
    const row = counts.get(name) ?? { ok: 0, refused: 0, failed: 0 }
    row[outcome] += 1
    counts.set(name, row)
    if (outcome === 'failed') failing.add(name)
    else failing.delete(name)
  }

  return {
    /** How often calls by name had each outcome. `refused`: a status 400 to 499 that is no failure. */
    counts: counts as ReadonlyMap<string, Readonly<Record<Outcome, number>>>,
    /** Whether the last call failed: no response or half of one, 401, 429, 5xx, or the page of a proxy. */
    isFailing: (name: string): boolean => failing.has(name),
    /** Returns the fetch, whose calls count under the name. */
    watched:
      (name: string, fetch: Fetch): Fetch =>
      async (request) => {
        try {
          const response = await fetch(request)
          note(name, outcomeOf(response))
          return watchBody(response, () => failing.add(name))
        } catch (error) {
          note(name, 'failed')
          throw error
        }
      },
  }
}

function outcomeOf({ status, headers }: Response): Outcome {
  const isPage = /^text\/html\b/i.test(headers.get('content-type') ?? '')
  if (isPage || status >= 500 || status === 401 || status === 429) return 'failed'
  return status >= 400 ? 'refused' : 'ok'
}

/** Returns the response; `onBreak` is called when its body breaks off. */
function watchBody(response: Response, onBreak: () => void): Response {
  const { body, status, statusText, headers } = response
  if (!body) return response
  const reader = body.getReader()
  const watched = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        onBreak()
        throw error
      })
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(watched, { status, statusText, headers })
}
