import { LRUCache } from 'lru-cache'
import { type Result, runEndpoint } from './endpoints.ts'
import type { Library } from './library.ts'
import { StoriesQuery } from './parameters.ts'

interface Serialised extends Omit<Result, 'body'> {
  text: string
}

/**
 * Returns `runEndpoint` with its body as text. Lists of stories are kept while the library is the same: a list of 100 with
 * its relations and assets takes longer to make than any other answer may. Parameters that nobody reads make no other entry.
 */
export function createSerialised() {
  const lists = new LRUCache<string, Serialised>({ maxSize: 8 * 1024 * 1024, sizeCalculation: sizeOf })
  let current: Library | null = null

  return (library: Library, path: string, query: URLSearchParams): Serialised | null => {
    if (!/^stories\/*$/.test(path)) return serialised(runEndpoint(library, path, query))
    if (library !== current) lists.clear()
    current = library
    const key = keyOf(query)
    const kept = lists.get(key)
    if (kept) return kept
    const made = serialised(runEndpoint(library, path, query))
    if (made) lists.set(key, made)
    return made
  }
}

function serialised(result: Result | null): Serialised | null {
  if (!result) return null
  const { body, ...page } = result
  return { ...page, text: JSON.stringify(body) }
}

function sizeOf({ text }: Serialised, key: string): number {
  return text.length + key.length
}

function keyOf(query: URLSearchParams): string {
  const known = [...query].filter(
    ([name]) => name.startsWith('filter_query') || Object.hasOwn(StoriesQuery.shape, name),
  )
  return JSON.stringify(known.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
