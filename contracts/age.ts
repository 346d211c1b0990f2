/** Header of a response whose data is stale: its age in whole seconds (RFC 9111, 5.1). Absent on fresh data. */
export const ageHeader = 'age'

/** The age of stale data in seconds; null when the data is fresh. */
export function ageOf(headers: Headers): number | null {
  const value = headers.get(ageHeader)
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : null
}
