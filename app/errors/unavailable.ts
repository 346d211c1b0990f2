import { data } from 'react-router'
import { isAway } from '../live/data-route.ts'

/**
 * Turns an error of an unavailable content service or workshop system into 503 with `Retry-After`, and throws any other
 * error as it is. For `.catch(unavailable)`.
 */
export function unavailable(error: unknown): never {
  const isContent = (error as { name?: unknown } | null)?.name === 'ContentUnavailable'
  if (!isContent && !isAway(error)) throw error
  throw data('Service Unavailable', { status: 503, headers: { 'retry-after': '30' } })
}
