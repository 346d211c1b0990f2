import { withoutSecret } from '../contracts/secret-path.ts'
import { currentRequest } from '../platform/request-context.ts'

interface Answered {
  method: string
  /** Without the query, which may hold secrets. */
  path: string
  status: number
  ms: number
  /** The header `www-authenticate` of the response. */
  challenge: string | null
}

/** Returns the access log's line for the current request. `code` and `reason` say why it was refused. */
export function accessLine({ method, path, status, ms, challenge }: Answered) {
  const problem = currentRequest()?.problem
  const reason = /error_description="([^"]*)"/.exec(challenge ?? '')?.[1]
  return {
    method,
    path: withoutSecret(path),
    status,
    ms: Math.round(ms),
    ...(problem?.status === status && { code: problem.code }),
    ...(reason && { reason }),
  }
}
