import type { ReactNode } from 'react'
import { Link } from '../shell/link.tsx'

interface SafeLinkProps {
  /** As the story gives it, in the story's language. */
  href: string
  target?: string | null
  className?: string
  children: ReactNode
}

/** A link of an editor: within the site or by an allowed scheme; with any other address its text stays alone. */
export function SafeLink({ href, target, className, children }: SafeLinkProps) {
  const safe = safeHref(href)
  if (!safe) return <span className={className}>{children}</span>
  if (isPage(safe)) {
    return (
      <Link to={safe} className={className}>
        {children}
      </Link>
    )
  }
  const away = target === '_blank' && { target, rel: 'noopener' }
  return (
    <a href={safe} className={className} {...away}>
      {children}
    </a>
  )
}

/**
 * The address when a link may lead there, else null: a path of this site, a place on the page, or http, https, mailto
 * and tel. Control characters and backslashes are refused because browsers read around them.
 */
export function safeHref(href: string): string | null {
  const address = href.trim()
  // oxlint-disable-next-line no-control-regex -- exactly those are meant
  if (/[\u0000-\u0020\u007f\\]/.test(address)) return null
  if (/^(https?:\/\/[^/]|mailto:|tel:)/i.test(address)) return address
  if (/^(\/(?!\/)|[#?])/.test(address)) return address
  return null
}

/** An address that the site's own router draws: a path that is no file and no other part. */
function isPage(address: string): boolean {
  return address.startsWith('/') && !/^\/(content|api|connector|data|assets|dev|u)\/|\.\w+$/.test(address)
}
