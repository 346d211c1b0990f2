import type { ReactNode } from 'react'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
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

/**
 * A link by an editor as a button; nothing without a label. In place of one into the sign-up, signed-in members see a link
 * to their bookings. A page is the same for everybody: the style shows one of both (`frame-script.ts`).
 */
export function ButtonLink({ link, label, variant = '' }: ButtonLinkProps) {
  const t = useTranslate()
  const locale = useLocale()
  if (!label) return null
  const className = `button ${variant}`.trim()
  const href = safeHref(link?.href ?? '')
  if (!href?.startsWith(paths.onboarding(locale)))
    return (
      <SafeLink link={link} className={className}>
        {label}
      </SafeLink>
    )
  return (
    <>
      <a className={`${className} for-visitors`} href={href}>
        {label}
      </a>
      <a className={`${className} for-members`} href={paths.me(locale, 'bookings')}>
        {t('me_bookings_title')}
      </a>
    </>
  )
}
