import { createStackParser, createTransport, Scope } from '@sentry/core'
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server'
import { asError, isReported } from '../contracts/error-report.ts'
import { withBareAddresses } from '../contracts/secret-path.ts'
import { currentRequest } from './request-context.ts'

interface ErrorReportsOptions {
  /** Address of a project, as Sentry and services with its protocol give it. */
  dsn: string
  environment: string
  /** Id of the build, known when the site is loaded. */
  release: () => string | undefined
}

/** What a log line says beside its error. */
type Details = Partial<Record<'service' | 'job' | 'path', unknown>>

/**
 * Reports errors of this process. A report has the error's name, message and stack, the service or job, the path without
 * its secret, and the request id: nothing of the person who asked. Nothing is collected by itself.
 */
export function createErrorReports({ dsn, environment, release }: ErrorReportsOptions) {
  const client = new ServerRuntimeClient({
    dsn,
    environment,
    integrations: [],
    stackParser: createStackParser(nodeStackLineParser()),
    maxBreadcrumbs: 0,
    sendClientReports: false,
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const request = { method: 'POST', body: Buffer.from(body), signal: AbortSignal.timeout(5000) }
        const response = await fetch(options.url, request)
        return {
          statusCode: response.status,
          headers: {
            'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
            'retry-after': response.headers.get('retry-after'),
          },
        }
      }),
    beforeSend: ({ exception, ...event }) => ({
      ...event,
      release: release(),
      ...(exception && { exception: withBareAddresses(exception) }),
    }),
  })
  client.init()
  return {
    /** Sends an error in the background; a refusal with status 300 to 499 is none. */
    report(error: unknown, { service, job, path }: Details = {}): void {
      if (!isReported(error)) return
      const scope = new Scope()
      const tags = { service, job, path, requestId: currentRequest()?.requestId }
      for (const [name, value] of Object.entries(tags))
        if (typeof value === 'string') scope.setTag(name, value)
      client.captureException(asError(error), {}, scope)
    },
    /** Resolves when what was reported is sent, after 2 s at most. */
    close: () => client.close(2000),
  }
}
