import { createContext, useContext } from 'react'
import { safeHref } from './safe-href.ts'

/** The site's own address without trailing slash: pictures of the embedded content service have it. */
export const SiteAddress = createContext('')

/** The asset host of the content service. */
const assetHost = 'https://a.storyblok.com/'

/**
 * Returns the address of a picture if it is a path of this site or on the asset host, else null. The content policy
 * refuses other hosts (`content-policy.ts`).
 */
export function usePictureSource(source: string): string | null {
  const site = `${useContext(SiteAddress)}/`
  const address = safeHref(source)
  if (!address) return null
  const local = site.length > 1 && address.startsWith(site) ? address.slice(site.length - 1) : address
  return safeHref(local)?.startsWith('/') || local.startsWith(assetHost) ? local : null
}
