import { createBackendClient } from '../../clients/backend.ts'
import type { Locale } from '../i18n/locale.ts'
import { authorise, fetchSigned } from './authorise.ts'
import { errorMessage, StoreError } from '../../clients/store-error.ts'

export { freshToken } from './authorise.ts'

/** Returns the backend at `baseUrl` for a member's session, and what its errors mean: a sentence, or `noMember`. */
export function memberBackend(baseUrl: string, locale: Locale) {
  return {
    backend: createBackendClient({ baseUrl, authorise, locale, fetch: fetchSigned }),
    errorMessage: (error: unknown) => (isNoMember(error) ? 'noMember' : errorMessage(error)),
  }
}

/** Whether the backend knows no member of the account: it has no membership yet. */
function isNoMember(error: unknown): boolean {
  return error instanceof StoreError && error.problem?.code === 'noMember'
}
