import { useRouteLoaderData } from 'react-router'
import type { PublicConfig } from '../context.ts'

/** Returns the public configuration of the installation. */
export function useConfig(): PublicConfig {
  const { config } = useRouteLoaderData('root') as { config: PublicConfig }
  return config
}
