/**
 * Returns a path for logs. The last part of some addresses is a secret: of Fabman's webhook, which is not signed, and of
 * calendars, on the site and at the connector.
 */
export function withoutSecret(path: string): string {
  return path.replace(/^(\/webhooks\/fabman)\/.*/, '$1/…').replace(/(\/calendars\/[^/]+\/[^/]+)\/.*/, '$1/…')
}
