import { data } from 'react-router'
import { isAway } from '../live/data-response.ts'

/**
 * What a loader throws for content, or a workshop, that was never seen and cannot be had: 503 with Retry-After. Anything else is thrown
 * as it is. For `.catch(unavailable)`.
 */
export function unavailable(error: unknown): never {
  const isContent = (error as { name?: unknown } | null)?.name === 'ContentUnavailable'
  if (!isContent && !isAway(error)) throw error
  throw data('Service Unavailable', { status: 503, headers: { 'retry-after': '30' } })
}
