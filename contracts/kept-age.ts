/** Header of an answer that is not from now: its age in whole seconds. */
export const keptAge = 'x-kept-age'

/** How old an answer is that comes from earlier; null for one from now. */
export function keptAgeOf(headers: Headers): number | null {
  const value = headers.get(keptAge)
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : null
}
