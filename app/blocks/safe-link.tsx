import type { ReactNode } from 'react'
import { Link } from '../shell/link.tsx'
import { safeHref } from './safe-href.ts'

interface SafeLinkProps {
  link: { href: string; linktype: string; target: string | null } | null
  className?: string
  /** What stays when the link leads nowhere: nothing, or its text alone. */
  otherwise?: ReactNode
  children: ReactNode
}

/** A link that an editor made: within the site by the router, else as a plain anchor; a harmful one is not drawn. */
export function SafeLink({ link, className, otherwise = null, children }: SafeLinkProps) {
  const href = link && safeHref(link.href)
  if (!href) return otherwise
  const newTab = link.target === '_blank'
  // A file is no screen of the router.
  if (href.startsWith('/') && link.linktype !== 'asset' && !newTab) {
    return (
      <Link to={href} className={className}>
        {children}
      </Link>
    )
  }
  return (
    <a href={href} className={className} rel="noopener" target={newTab ? '_blank' : undefined}>
      {children}
    </a>
  )
}
