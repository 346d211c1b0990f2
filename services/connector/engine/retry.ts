/** PostgreSQL's codes for a serialization failure and for a deadlock. */
const retryable = new Set(['40001', '40P01'])

/**
 * Runs a transaction and retries it when it failed because of another one: after a serialization failure, a deadlock,
 * or when the other one took the credits that this one had found.
 * @param attempts in all; the error of the last one is thrown
 */
export async function withRetry<T>(transaction: () => Promise<T>, attempts = 4): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      const mayPass = retryable.has(codeOf(error)) || violates(error, 'credit_not_negative')
      if (attempt >= attempts || !mayPass) throw error
    }
  }
}

/** Whether a statement failed at the named constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return (error as { constraint?: unknown } | null)?.constraint === constraint
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
