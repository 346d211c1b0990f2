import { use } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

/**
 * Returns a function that tells whether a navigation runs at this moment. `useNavigation` tells it only after the next
 * render: code that navigates by itself would end a navigation that a click has just begun.
 */
export function useIsNavigating(): () => boolean {
  const router = use(DataRouterContext)?.router
  return () => router !== undefined && router.state.navigation.state !== 'idle'
}
