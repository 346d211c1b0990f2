import { isReported } from '../../contracts/error-report.ts'

/** Takes an error of a page and the path of that page. */
export type Report = (error: unknown, path: string) => void

/** Returns a reporter that drops app-level errors with status 300 to 499 (E26). */
export function createReport(
  write: (details: { err: unknown; path: string }, message: string) => void,
): Report {
  return (error, path) => {
    if (isReported(error)) write({ err: error, path }, 'page failed')
  }
}

/** Whether a form of another site sent a request; React Router refuses it and calls that an error. */
export function isForeign({ method, url, headers }: Request, publicUrl: string): boolean {
  const origin = headers.get('origin')
  if (method === 'GET' || method === 'HEAD' || origin === null) return false
  return ![url, publicUrl].some((own) => new URL(own).host === hostOf(origin))
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : ''
}
