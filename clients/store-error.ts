import type { ProblemBody } from '../contracts/problem.ts'

/** A refusal by a service; `message` is the server's own sentence, or 'Fehler: {status}' (E6). */
export class StoreError extends Error {
  readonly status: number
  readonly problem: ProblemBody | null

  constructor(status: number, problem: ProblemBody | null, options?: ErrorOptions) {
    super(problem?.message || `Fehler: ${status}`, options)
    this.name = 'StoreError'
    this.status = status
    this.problem = problem
  }
}

/** A call needs a member and none is loaded (E9). */
export class MissingMember extends Error {
  constructor() {
    super('Kein gültiger Member vorhanden')
    this.name = 'MissingMember'
  }
}

/** Returns the text that a screen shows for an error (E6, E8, E9). */
export function errorMessage(error: unknown): string {
  if (error instanceof StoreError || error instanceof MissingMember) return error.message
  return 'Unerwarteter Fehler'
}

/** Returns the error of an unsuccessful response; reads its body. */
export async function storeErrorOf(response: Response): Promise<StoreError> {
  return new StoreError(response.status, await problemOf(response))
}

/** Only a problem body counts: the error page of a proxy is nothing to show. */
async function problemOf(response: Response): Promise<ProblemBody | null> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) return null
  const body: unknown = await response.json().catch(() => null)
  // Loaded on demand: the contract weighs more than a screen needs while nothing fails.
  const { ProblemBody } = await import('../contracts/problem.ts')
  return ProblemBody.safeParse(body).data ?? null
}
