import { safeHref } from './safe-href.ts'

/** The asset host of the content service. */
const assetHost = 'https://a.storyblok.com/'

/**
 * Returns the address of a picture if it is a path of this site or on the asset host, else null. The content policy
 * refuses other hosts (`content-policy.ts`).
 * @param siteAddress the site's own address without trailing slash: pictures of the embedded content service have it
 */
export function pictureSource(source: string, siteAddress: string): string | null {
  const address = safeHref(source)
  if (!address) return null
  const isOwn = siteAddress !== '' && address.startsWith(`${siteAddress}/`)
  const local = isOwn ? address.slice(siteAddress.length) : address
  return safeHref(local)?.startsWith('/') || local.startsWith(assetHost) ? local : null
}
