import { useCallback } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { ConnectorClient } from '../../clients/connector.ts'
import type { PublicConfig } from '../context.ts'
import { useLocale } from '../i18n/locale.ts'
import { fetchSigned } from '../session/authorise.ts'

/**
 * Loads the connector client for the writes of a member, which take the member's `authorise`. Its code loads on the first
 * use: its contracts weigh more than the screens, and a visitor never needs it.
 */
export function useConnector(): () => Promise<ConnectorClient> {
  const { connectorUrl } = useConfig()
  const locale = useLocale()
  return useCallback(async () => {
    const { createConnectorClient } = await import('../../clients/connector.ts')
    return createConnectorClient({
      baseUrl: connectorUrl,
      locale,
      fetch: fetchSigned,
      log: (details) => console.error(details),
    })
  }, [connectorUrl, locale])
}

/** Returns the public configuration of the installation. */
export function useConfig(): PublicConfig {
  const { config } = useRouteLoaderData('root') as { config: PublicConfig }
  return config
}
