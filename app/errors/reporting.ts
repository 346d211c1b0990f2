import { isRouteErrorResponse } from 'react-router'

/** Takes what failed on a page, and where. Where it is written (a log, a console, one day a service) is the maker's. */
export type Report = (error: unknown, path: string) => void

/** The reporting port: app-level errors with status 300 to 499 go no further (specification section 8). */
export function createReport(
  write: (details: { err: unknown; path: string }, message: string) => void,
): Report {
  return (error, path) => {
    if (isReported(isRouteErrorResponse(error) ? error.status : undefined))
      write({ err: error, path }, 'page failed')
  }
}

function isReported(status: number | undefined): boolean {
  return status === undefined || status < 300 || status > 499
}
