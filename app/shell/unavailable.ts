import { data } from 'react-router'

/**
 * What a loader throws for content that was never seen and cannot be had: 503 with Retry-After. Anything else is thrown
 * as it is. For `.catch(unavailable)`.
 */
export function unavailable(error: unknown): never {
  if ((error as { name?: unknown } | null)?.name !== 'ContentUnavailable') throw error
  throw data('Service Unavailable', { status: 503, headers: { 'retry-after': '30' } })
}
