import type { ProblemBody } from '../contracts/problem.ts'

/** A refusal by a service; `message` is the server's own sentence, or 'Fehler: {status}' (E6). */
export class StoreError extends Error {
  readonly status: number
  readonly problem: ProblemBody | null

  /** @param options `message` is the server's sentence where it sent no whole problem */
  constructor(
    status: number,
    problem: ProblemBody | null,
    options: ErrorOptions & { message?: string } = {},
  ) {
    super(problem?.message || options.message || `Fehler: ${status}`, options)
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

/** Returns the error of an unsuccessful response; reads its body. A JSON body counts whatever its content type. */
export async function storeErrorOf(response: Response): Promise<StoreError> {
  const body: unknown = await response.json().catch(() => null)
  const { message } = (body ?? {}) as { message?: unknown }
  // The error page of a proxy is nothing to show.
  if (typeof message !== 'string') return new StoreError(response.status, null)
  // Loaded on demand: the contract weighs more than a screen needs while nothing fails.
  const { ProblemBody } = await import('../contracts/problem.ts')
  return new StoreError(response.status, ProblemBody.safeParse(body).data ?? null, { message })
}
