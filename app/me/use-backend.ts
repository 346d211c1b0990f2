import { createBackendClient } from '../../clients/backend.ts'
import { useConfig } from '../live/use-connector.ts'
import { useLocale } from '../i18n/locale.ts'
import { authorise, fetchSigned, useSession } from '../session/session.ts'

/** The backend client in the member's name, and the options of its queries. */
export function useBackend() {
  const { backendUrl } = useConfig()
  const { member } = useSession()
  const locale = useLocale()
  const backend = createBackendClient({
    baseUrl: backendUrl,
    authorise,
    locale,
    fetch: fetchSigned,
  })
  // Without a member the client refuses: a retry changes nothing.
  const options = { networkMode: 'always', retry: member ? 1 : false } as const
  return { backend, memberId: member?.id, options }
}
