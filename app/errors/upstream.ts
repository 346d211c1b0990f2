import { data } from 'react-router'
import { createReport } from './reporting.ts'

interface Services {
  log: { error(details: object, message: string): void }
}

/**
 * Reports the failure of a service behind a page and throws the error of the page (`pageErrorOf`); any other error is
 * thrown as it is. For `.catch(upstreamFailure(services, url))`.
 */
export function upstreamFailure({ log }: Services, { pathname }: Pick<URL, 'pathname'>) {
  return (error: unknown): never => {
    const refusal = pageErrorOf(error)
    // React Router reports what it gets as it is. The clients log an outage (503).
    if (refusal && refusal.init?.status !== 503)
      createReport((details, text) => log.error(details, text))(error, pathname)
    throw refusal ?? error
  }
}

/**
 * Returns the error of a page whose service failed: a refusal keeps its status and message (E6, E25), an unavailable
 * content service is 503; both with `Retry-After` where the status is 503. Null for an error of another kind.
 */
export function pageErrorOf(error: unknown): ReturnType<typeof refusalOf> | null {
  const { name, status, message } = (error ?? {}) as { name?: unknown; status?: unknown; message?: unknown }
  // Compares names, because the site and its services are bundled apart.
  if (name === 'ContentUnavailable') return refusalOf('Service Unavailable', 503)
  if (name !== 'StoreError' || typeof status !== 'number') return null
  // The redirect of a service leads to no page of the site.
  return refusalOf(String(message), status < 400 ? 502 : status)
}

function refusalOf(message: string, status: number) {
  return data(message, { status, headers: status === 503 ? { 'retry-after': '30' } : {} })
}
