import { ageHeader } from '../../contracts/age.ts'
import type { SiteServices } from '../context.ts'

/**
 * Returns the services for one request, with a connector that reports the age of stale data: cached data stands in while
 * the workshop system is away or slow. The oldest age counts.
 */
export function withAge<T extends Pick<SiteServices, 'connectorWithAge' | 'now'>>(given: T) {
  let oldest: number | null = null
  const connector = given.connectorWithAge((ageSeconds) => {
    oldest = Math.max(oldest ?? 0, ageSeconds)
  })
  return {
    services: { ...given, connector },
    /** For the response of a data route. */
    headers: (): Record<string, string> => (oldest === null ? {} : { [ageHeader]: String(oldest) }),
    /** When the oldest data was read, as an ISO instant; null when all data is fresh. */
    asOf: (): string | null =>
      oldest === null ? null : new Date(given.now().getTime() - oldest * 1000).toISOString(),
  }
}
