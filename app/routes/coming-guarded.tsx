import { guard } from '../guards/guard.ts'
import type { Route } from './+types/coming-guarded'
import { comingScreens } from './coming.tsx'

export { default, handle, meta } from './coming.tsx'

/** Leads to the first step that is not done. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ url, pattern }) => {
    for (const [id, screen] of Object.entries(comingScreens)) {
      if ('guards' in screen && pattern.endsWith(`/${id}`)) guard(...screen.guards)({ url })
    }
  },
]

/** React Router runs middleware on the server only for routes that have a loader. */
export const loader = () => null
