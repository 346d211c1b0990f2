import { createContext, useContext } from 'react'
import { safeHref } from './safe-href.ts'

/** The site's own address, no trailing slash: pictures of the embedded content service carry it. */
export const SiteAddress = createContext('')

/** The content service's host for assets. */
const assetHost = 'https://a.storyblok.com/'

/**
 * The address that a picture may come from, or null: a path of this site, or the content service's own host. A page asks
 * no other host, and its policy would refuse it (`content-policy.ts`).
 */
export function usePictureSource(source: string): string | null {
  const site = `${useContext(SiteAddress)}/`
  const address = safeHref(source)
  if (!address) return null
  const local = site.length > 1 && address.startsWith(site) ? address.slice(site.length - 1) : address
  return safeHref(local)?.startsWith('/') || local.startsWith(assetHost) ? local : null
}
