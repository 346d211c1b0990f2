import { asError, isReported } from '../../contracts/error-report.ts'

/** Sends an error with the path of its page. */
export type SendReport = (error: Error, path: string) => void

/** Most errors that one load of a page reports: a page that fails in a loop fills no quota. */
const mostReports = 10

/** A cancelled request, and code that the visitor added to their browser, are no faults of the site. */
const isOurs = ({ name, stack = '' }: Error) => name !== 'AbortError' && !stack.includes('-extension://')

/**
 * Returns what reports errors of a page, each once. It never throws: an error that cannot be sent is dropped.
 * @param load loads the code that sends, at the first error
 */
export function createBrowserReports(load: () => Promise<SendReport>) {
  const known = new Set<string>()
  let loading: Promise<SendReport> | null = null
  return (thrown: unknown, path: string): void => {
    if (!isReported(thrown)) return
    const error = asError(thrown)
    const key = `${error.name}\n${error.message}\n${error.stack}`
    if (known.has(key) || known.size >= mostReports || !isOurs(error)) return
    known.add(key)
    loading ??= load()
    loading.then((send) => send(error, path)).catch(() => (loading = null))
  }
}

/** Reports errors of a window that no code catches. Those of foreign scripts come without an error. */
export function watchUncaught(target: EventTarget, report: (error: unknown) => void): void {
  target.addEventListener('error', (event) => {
    const { error } = event as ErrorEvent
    if (error !== null && error !== undefined) report(error)
  })
  target.addEventListener('unhandledrejection', (event) => report((event as PromiseRejectionEvent).reason))
}
