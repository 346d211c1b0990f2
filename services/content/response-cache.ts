import type { Answer } from './endpoints.ts'
import type { Shelf } from './prepared-library.ts'

interface PreparedAnswer {
  body: string
  headers: Record<string, string>
}

const maxCharacters = 8 * 1024 * 1024

/** Answers that were made before, until the content changes or they take more than 8 million characters. */
export function createAnswers() {
  let of: Shelf | null = null
  let characters = 0
  const prepared = new Map<string, PreparedAnswer>()
  const empty = () => {
    prepared.clear()
    characters = 0
  }
  return {
    /** @param make called when this question was not answered before; what it throws is not kept */
    get(shelf: Shelf, path: string, query: URLSearchParams, make: () => Answer): PreparedAnswer {
      if (of !== shelf) empty()
      of = shelf
      const key = keyOf(path, query)
      const known = prepared.get(key)
      if (known) return known
      const answer = prepare(make())
      characters += key.length + answer.body.length
      if (characters > maxCharacters) empty()
      prepared.set(key, answer)
      return answer
    },
  }
}

/** The token has been checked, and the content's version is that of the shelf: neither changes the answer. */
function keyOf(path: string, query: URLSearchParams): string {
  const rest = new URLSearchParams(query)
  rest.delete('token')
  rest.delete('cv')
  return `${path}?${rest}`
}

function prepare({ body, total, perPage }: Answer): PreparedAnswer {
  const headers: Record<string, string> = {}
  if (total !== undefined) {
    headers.total = String(total)
    headers['per-page'] = String(perPage ?? Math.max(1, total))
  }
  return { body: JSON.stringify(body), headers }
}
