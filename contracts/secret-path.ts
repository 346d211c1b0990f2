/**
 * A path as a log may have it. The last part of an address that opens something by itself is a secret: Fabman's, which
 * signs nothing, and those of calendars, on the site and at the connector.
 */
export function withoutSecret(path: string): string {
  return path.replace(/^(\/webhooks\/fabman)\/.*/, '$1/…').replace(/(\/calendars\/[^/]+\/[^/]+)\/.*/, '$1/…')
}
