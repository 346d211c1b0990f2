/** PostgreSQL's two ways of asking for the transaction again: serialization failure and deadlock. */
const tryAgain = new Set(['40001', '40P01'])

/**
 * Runs a transaction, and again when the database says that only its neighbours were in the way: also when they took
 * the credits that it had found.
 * @param attempts all in all; the last failure is thrown
 */
export async function withRetry<T>(transaction: () => Promise<T>, attempts = 4): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      const mayPass = tryAgain.has(codeOf(error)) || violates(error, 'credit_not_negative')
      if (attempt >= attempts || !mayPass) throw error
    }
  }
}

/** Whether a statement failed at the named constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return (error as { constraint_name?: unknown } | null)?.constraint_name === constraint
}

/**
 * Whether PostgreSQL said no to a transaction by what was asked for in it, so that it never was: SQLSTATE classes 22
 * (data), 23 (constraint) and 40 (rollback), but for 40003, which means that nobody knows.
 */
export function isUndone(error: unknown): boolean {
  return /^(22|23|40(?!003))/.test(codeOf(error))
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
