import type { ReactNode } from 'react'
import type { BlockTypes } from '../../contracts/blocks.ts'

interface SafeLinkProps {
  link: Pick<NonNullable<BlockTypes['teaser']['link']>, 'href' | 'target'> | null
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

interface ButtonLinkProps extends Pick<SafeLinkProps, 'link'> {
  label: string
  /** 'quiet', or the audience whose accent it takes. */
  variant?: string
}

/** A link by an editor as a button; nothing without a label. */
export function ButtonLink({ link, label, variant = '' }: ButtonLinkProps) {
  return label ? (
    <SafeLink link={link} className={`button ${variant}`.trim()}>
      {label}
    </SafeLink>
  ) : null
}

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
