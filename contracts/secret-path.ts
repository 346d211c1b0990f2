/**
 * Returns a path for logs. The last part of some addresses is a secret: of Fabman's webhook, which is not signed, of
 * calendars, on the site and at the connector, and of a sign-in that goes on. Other cases and slashes of the first two
 * lead nowhere, yet show the same secret.
 */
export function withoutSecret(path: string): string {
  return path.replace(webhook, '$1/…').replace(calendar, '$1/…').replace(interaction, '$1/…')
}

const slash = String.raw`(?:[/\\]|%2f|%5c)+`
const part = String.raw`(?:(?![/\\]|%2f|%5c).)+`
const webhook = new RegExp(`(webhooks${slash}fabman)${slash}.*`, 'is')
const interaction = /^(\/u\/login|\/authorize)\/.+/s
const calendar = new RegExp(`(calendars${slash}${part}${slash}${part})${slash}.*`, 'is')
