import type { ReactNode } from 'react'
import { locales, useLocale } from '../i18n/locale.ts'
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
 * A link by an editor as a button; nothing without a label. In place of one into the sign-up, members see a link to their
 * bookings; a link into the sign-up of the other language leads to that of the page. A page is the same for everybody: the
 * style shows one of both (`frame-script.ts`, `session.ts`).
 */
export function ButtonLink({ link, label, variant = '' }: ButtonLinkProps) {
  const t = useTranslate()
  const locale = useLocale()
  if (!label) return null
  const className = `button ${variant}`.trim()
  const href = safeHref(link?.href ?? '')
  if (!link || !href || !isSignUp(href))
    return (
      <SafeLink link={link} className={className}>
        {label}
      </SafeLink>
    )
  const { target } = link
  return (
    <>
      <SafeLink
        link={{ href: paths.inLanguage(href, locale), target }}
        className={`${className} for-visitors`}
      >
        {label}
      </SafeLink>
      <SafeLink link={{ href: paths.me(locale, 'bookings'), target }} className={`${className} for-members`}>
        {t('me_bookings_title')}
      </SafeLink>
    </>
  )
}

/** Whether an address is the first step of the sign-up, in any language. */
function isSignUp(href: string): boolean {
  const [path = ''] = href.split(/[?#]/)
  return locales.some((locale) => path === paths.onboarding(locale))
}
