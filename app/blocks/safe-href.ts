/**
 * An address that a link of an editor may lead to, or null: http, https, mailto, tel, or a path of this site.
 * A path begins with exactly one slash; browsers read `\` as `/` and drop tabs and line breaks, so those are refused.
 */
export function safeHref(href: string): string | null {
  const trimmed = href.trim()
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f\\]/.test(trimmed)) return null
  return /^(https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(trimmed) ? trimmed : null
}

/** An address that a picture may come from, or null: http, https, or a path of this site. */
export function safeSource(source: string): string | null {
  const address = safeHref(source)
  return address && /^(https?:|\/)/i.test(address) ? address : null
}
