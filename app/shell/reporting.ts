/** App-level errors with status 300 to 499 are not reported (specification section 8). */
export function isReported(status: number | undefined): boolean {
  return status === undefined || status < 300 || status > 499
}
