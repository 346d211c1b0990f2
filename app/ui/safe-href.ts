/**
 * Returns the address of an editor's link if it is http, https, mailto, tel or a path of this site, else null.
 * A path starts with exactly one slash; browsers read `\` as `/` and drop tabs and line breaks, so those are refused.
 */
export function safeHref(href: string): string | null {
  const trimmed = href.trim()
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f\\]/.test(trimmed)) return null
  return /^(https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(trimmed) ? trimmed : null
}
