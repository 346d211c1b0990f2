import type { ReactNode } from 'react'
import { safeHref } from './safe-href.ts'

interface SafeLinkProps {
  link: { href: string; linktype: string; target: string | null } | null
  className?: string
  /** The replacement of a harmful link: nothing, or its text alone. */
  otherwise?: ReactNode
  children: ReactNode
}

/** A link by an editor; a harmful one is not rendered. */
export function SafeLink({ link, className, otherwise = null, children }: SafeLinkProps) {
  const href = link && safeHref(link.href)
  if (!href) return otherwise
  const newTab = link.target === '_blank'
  return (
    <a href={href} className={className} rel="noopener" target={newTab ? '_blank' : undefined}>
      {children}
    </a>
  )
}
