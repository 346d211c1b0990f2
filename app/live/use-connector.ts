import { useCallback } from 'react'
import type { ConnectorClient } from '../../clients/connector.ts'
import { useLocale } from '../i18n/locale.ts'
import { useConfig } from './use-config.ts'

/**
 * The connector for what a member does in the browser: its calls are given the member's own token, `authorise`. Its code
 * comes when it is first asked for: its contracts weigh more than the screens, and a visitor never calls it.
 */
export function useConnector(): () => Promise<ConnectorClient> {
  const { connectorUrl } = useConfig()
  const locale = useLocale()
  return useCallback(async () => {
    const { createConnectorClient } = await import('../../clients/connector.ts')
    return createConnectorClient({
      baseUrl: connectorUrl,
      locale,
      fetch: (request) => fetch(request),
      log: (details) => console.error(details),
    })
  }, [connectorUrl, locale])
}
