import { listLinkApi } from '../contracts/http/list-links.ts'
import { siteApi } from '../contracts/http/site.ts'
import { type BackendClientOptions, createBackendClient, timeoutMs } from './backend.ts'
import { createCalls } from './calls.ts'
import { StoreError } from './store-error.ts'

export type SiteBackendClient = ReturnType<typeof createSiteBackendClient>

/** The product backend for the site's server: what people may call, and what the site alone does for visitors. */
export function createSiteBackendClient(options: BackendClientOptions) {
  const { pageReads, ...own } = options
  const reads = pageReads && { names: ['instructions'], memory: pageReads }
  const calls = createCalls(siteApi, { ...own, timeoutMs, reads })
  const links = createCalls(listLinkApi, { ...own, timeoutMs })
  return {
    ...createBackendClient(options),
    ...calls,
    /** The list behind a link; null = the link is over, or was never one. */
    linkedList: async (token: string) =>
      links.linkedAttendance({ token }).catch((error: unknown) => {
        if (error instanceof StoreError && error.problem?.code === 'notFound') return null
        throw error
      }),
    claimedOrder: async (token: string) => calls.claimedOrder({ token }),
    confirmClaim: async (token: string) => calls.confirmClaim({ token }),
    findDeletion: async (token: string) => calls.deletion({ token }),
    confirmDeletion: async (token: string) => calls.confirmDeletion({ token }),
  }
}
