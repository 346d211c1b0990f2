import { createBackendClient } from '../../clients/backend.ts'
import { errorMessage, StoreError } from '../../clients/store-error.ts'

/** Returns the backend for a member's session, and what its errors mean: a sentence, or `noMember`. */
export function memberBackend(options: Parameters<typeof createBackendClient>[0]) {
  return {
    backend: createBackendClient(options),
    errorMessage: (error: unknown) => (isNoMember(error) ? 'noMember' : errorMessage(error)),
  }
}

/** Whether the backend knows no member of the account: it has no membership yet. */
function isNoMember(error: unknown): boolean {
  return error instanceof StoreError && error.problem?.code === 'noMember'
}
