import { isDeepStrictEqual } from 'node:util'

export type Json = Record<string, unknown>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether two values are equal as JSON; undefined, null, false, '' and [] are equal, as in Storyblok. */
export function same(a: unknown, b: unknown): boolean {
  return (isEmpty(a) && isEmpty(b)) || isDeepStrictEqual(a, b)
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === false || value === '' || isDeepStrictEqual(value, [])
  )
}

/** Returns the text of a JSON file. Keys keep the order of the previous file, so that a diff shows only changes. */
export function printed(value: unknown, before?: unknown): string {
  return `${JSON.stringify(inOrderOf(value, before), null, 2)}\n`
}

function inOrderOf(value: unknown, before: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => inOrderOf(item, Array.isArray(before) ? before[index] : undefined))
  }
  if (!isObject(value)) return value
  const known = isObject(before) ? before : {}
  const keys = new Set([
    ...Object.keys(known).filter((key) => Object.hasOwn(value, key)),
    ...Object.keys(value),
  ])
  return Object.fromEntries([...keys].map((key) => [key, inOrderOf(value[key], known[key])]))
}
