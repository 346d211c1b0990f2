import { BrowserClient, defaultStackParser, makeFetchTransport, Scope } from '@sentry/browser'
import { withBareAddresses } from '../../contracts/secret-path.ts'
import type { SendReport } from './browser-reports.ts'

interface ErrorClientOptions {
  dsn: string
  environment: string
  /** Id of the build. */
  release: string | undefined
}

/**
 * Returns what sends errors of a page. A report has the error's name, message and stack and the path of the page, all
 * without query and fragment: nothing of the person who looks at it. Nothing is collected by itself.
 */
export function createErrorClient({ dsn, environment, release }: ErrorClientOptions): SendReport {
  const client = new BrowserClient({
    dsn,
    environment,
    ...(release && { release }),
    integrations: [],
    stackParser: defaultStackParser,
    maxBreadcrumbs: 0,
    sendClientReports: false,
    // The receiver is told not to store the address of the sender.
    dataCollection: { userInfo: false },
    transport: (options) =>
      makeFetchTransport({
        ...options,
        fetchOptions: { credentials: 'omit', referrerPolicy: 'no-referrer' },
      }),
    beforeSend: ({ exception, ...event }) => ({
      ...event,
      ...(exception && { exception: withBareAddresses(exception) }),
    }),
  })
  client.init()
  return (error, path) => {
    const scope = new Scope()
    scope.setTag('path', withBareAddresses(path))
    client.captureException(error, {}, scope)
  }
}
