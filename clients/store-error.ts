import type { ProblemBody } from '../contracts/problem.ts'

/** A refusal by a service; `message` is the server's own sentence, or 'Fehler: {status}' (specification section 8). */
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

/** Credits were asked for before a member was loaded (specification section 8). */
export class MissingMember extends Error {
  constructor() {
    super('Kein gültiger Member vorhanden')
    this.name = 'MissingMember'
  }
}

/** What a screen shows for an error of a store (specification section 8). */
export function errorMessage(error: unknown): string {
  if (error instanceof StoreError || error instanceof MissingMember) return error.message
  return 'Unerwarteter Fehler'
}

/** The error that an answer without success tells about; reads its body. */
export async function storeErrorOf(response: Response): Promise<StoreError> {
  return new StoreError(response.status, await problemOf(response))
}

/** Only a problem body counts as the server's sentence: an error page of a proxy is nothing to show. */
async function problemOf(response: Response): Promise<ProblemBody | null> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) return null
  const body: unknown = await response.json().catch(() => null)
  // Its contract weighs more than all that a screen needs while nothing fails.
  const { ProblemBody } = await import('../contracts/problem.ts')
  return ProblemBody.safeParse(body).data ?? null
}
