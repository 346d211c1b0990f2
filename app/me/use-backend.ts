import { useConfig } from '../live/use-connector.ts'
import { useLocale } from '../i18n/locale.ts'
import { authorise, fetchSigned } from '../session/authorise.ts'
import { useSession } from '../session/session.ts'

/**
 * Loads the backend client in the member's name, and gives the options of its queries. The session has loaded its code
 * already; a screen that is drawn before needs none of it.
 */
export function useBackend() {
  const { backendUrl } = useConfig()
  const { member } = useSession()
  const locale = useLocale()
  const backend = async () => {
    const { createBackendClient } = await import('../../clients/backend.ts')
    return createBackendClient({
      baseUrl: backendUrl,
      authorise,
      locale,
      fetch: fetchSigned,
    })
  }
  // Without a member the client refuses: a retry changes nothing.
  const options = { networkMode: 'always', retry: member ? 1 : false } as const
  return { backend, memberId: member?.id, options }
}
