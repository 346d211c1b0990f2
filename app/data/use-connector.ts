import { useMemo } from 'react'
import { type ConnectorClient, createConnectorClient } from '../../clients/connector.ts'
import { useLocale } from '../i18n/locale.ts'
import { useConfig } from './use-config.ts'

/** The connector for what a member does in the browser: its calls are given the member's own token, `authorise`. */
export function useConnector(): ConnectorClient {
  const { connectorUrl } = useConfig()
  const locale = useLocale()
  return useMemo(
    () =>
      createConnectorClient({
        baseUrl: connectorUrl,
        locale,
        fetch: (request) => fetch(request),
        log: (details) => console.error(details),
      }),
    [connectorUrl, locale],
  )
}
