/* What is reported of an error, by the server and by the browser. */

/** Whether an error is reported; one with a status of 300 to 499 is a refusal (E26). */
export function isReported(error: unknown): boolean {
  const status = statusOf(error)
  return typeof status !== 'number' || status < 300 || status > 499
}

/** Returns what was thrown as an error. Of a value that is none only its status or its type is told. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  const status = statusOf(thrown)
  return new Error(typeof status === 'number' ? `status ${status}` : `thrown: ${typeof thrown}`)
}

function statusOf(error: unknown): unknown {
  return (error as { status?: unknown } | null | undefined)?.status
}
