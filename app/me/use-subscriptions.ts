import { useLocale } from '../i18n/locale.ts'
import { useConfig } from '../live/use-connector.ts'
import { authorise, fetchSigned } from '../session/authorise.ts'

/** Loads the calls about contracts in the member's name. */
export function useSubscriptions() {
  const { backendUrl: baseUrl } = useConfig()
  const locale = useLocale()
  return async () => {
    const { createSubscriptionClient } = await import('../../clients/subscriptions.ts')
    return createSubscriptionClient({ baseUrl, authorise, locale, fetch: fetchSigned })
  }
}
