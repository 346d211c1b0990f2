import { instructionApi } from './instructions.ts'
import { listLinkApi } from './list-links.ts'
import { personApi } from './person.ts'
import { placeApi } from './places.ts'
import { siteApi } from './site.ts'
import { staffApi } from './staff.ts'
import { subscriptionApi } from './subscriptions.ts'

/** The product backend, below `/api`. Browsers load the first part, and the others where they are needed. */
export const backendApi = {
  ...personApi,
  ...placeApi,
  ...subscriptionApi,
  ...siteApi,
  ...staffApi,
  ...listLinkApi,
  ...instructionApi,
}
export type BackendApi = typeof backendApi
