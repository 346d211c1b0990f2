/** Crawlers as the specification's section 9 and `decisions.md` 28 name them. */
const pattern = /bot|chrome-lighthouse|facebookexternalhit|google/i

/** Bots get the same status, but the error screen is not drawn for them. */
export function isBot(userAgent: string | null | undefined): boolean {
  return pattern.test(userAgent ?? '')
}
