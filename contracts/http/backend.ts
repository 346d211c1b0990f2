import { personApi } from './person.ts'
import { siteApi } from './site.ts'

/** The product backend, below `/api`. Browsers load the first part only. */
export const backendApi = { ...personApi, ...siteApi }
export type BackendApi = typeof backendApi
