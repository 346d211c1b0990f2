/** Takes an error of a page and the path of that page. */
export type Report = (error: unknown, path: string) => void

/** Returns a reporter that drops app-level errors with status 300 to 499 (E26). */
export function createReport(
  write: (details: { err: unknown; path: string }, message: string) => void,
): Report {
  return (error, path) => {
    const status = (error as { status?: unknown } | null | undefined)?.status
    const isRefusal = typeof status === 'number' && status >= 300 && status <= 499
    if (!isRefusal) write({ err: error, path }, 'page failed')
  }
}
