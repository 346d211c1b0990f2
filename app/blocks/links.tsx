import type { ReactNode } from 'react'
import type { BlockTypes } from '../../contracts/blocks.ts'
import { safeHref } from '../ui/safe-href.ts'

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
