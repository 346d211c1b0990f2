import { use } from 'react'
import { type Path, UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

/**
 * Returns a function that tells where the navigation leads that runs at this moment; undefined = none runs. `useNavigation`
 * tells it only after the next render: code that navigates by itself would end a navigation that a click has just begun.
 */
export function useNavigationTarget(): () => Path | undefined {
  const router = use(DataRouterContext)?.router
  return () => router?.state.navigation.location
}
