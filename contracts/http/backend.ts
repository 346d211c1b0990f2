import { personApi } from './person.ts'
import { siteApi } from './site.ts'
import { subscriptionApi } from './subscriptions.ts'

/** The product backend, below `/api`. Browsers load the first part only. */
export const backendApi = { ...personApi, ...subscriptionApi, ...siteApi }
export type BackendApi = typeof backendApi
