import { ageHeader } from '../../contracts/age.ts'
import type { SiteServices } from '../context.ts'

/**
 * The services for one request, with a connector that tells how old its answers are: workshop management may be away
 * or slow, and then what it said last stands in. The oldest answer counts.
 */
export function withAge<T extends Pick<SiteServices, 'connectorWithAge' | 'now'>>(given: T) {
  let oldest: number | null = null
  const connector = given.connectorWithAge((ageSeconds) => {
    oldest = Math.max(oldest ?? 0, ageSeconds)
  })
  return {
    services: { ...given, connector },
    /** For the answer of a data route. */
    headers: (): Record<string, string> => (oldest === null ? {} : { [ageHeader]: String(oldest) }),
    /** The instant from which the oldest answer is, in ISO form; null when all are from now. */
    asOf: (): string | null =>
      oldest === null ? null : new Date(given.now().getTime() - oldest * 1000).toISOString(),
  }
}
