import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { type GivenServices, siteServices, type SiteServices } from './context.ts'
import { createSearch } from './search/search-index.ts'
import { createSiteLabels } from './blocks/labels.ts'
import { createSpaceFrame } from './frame/space-frame.ts'

/** Returns the whole site as one fetch function. `server/site.ts` loads the bundle of this module. */
export function createSite(given: GivenServices, mode: 'production' | 'development') {
  // Behind a proxy that ends TLS the request's own origin is not the public one.
  const allowedActionOrigins = [new URL(given.config.publicUrl).host]
  const handle = createRequestHandler({ ...build, allowedActionOrigins }, mode)
  const labels = createSiteLabels({
    load: given.content.labels,
    version: given.content.version,
    now: given.now,
    capture: (error) => given.log.warn({ err: error }, 'labels could not be loaded'),
  })
  const services: SiteServices = {
    ...given,
    labels,
    search: createSearch(given),
    space: createSpaceFrame(given),
  }
  return (request: Request): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(siteServices, services)
    return handle(request, context)
  }
}

export { messageFiles } from './i18n/message-files.server.ts'

/** Returns the address of the style sheet, for pages outside the site (identity) that share its look. */
export function stylesheetHref(): string {
  return build.assets.routes['root']?.css?.[0] ?? ''
}

export const assetsVersion = build.assets.version
