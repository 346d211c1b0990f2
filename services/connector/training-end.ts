import { Problem } from '../../contracts/problem.ts'

/** The problem of a last day that lies before the first day of a training. */
export function endsBeforeItBegins(cause?: unknown): Problem {
  return new Problem('invalidInput', {
    cause,
    errors: [{ field: 'untilDate', message: 'no day before its first' }],
    params: { field: 'untilDate' },
  })
}
