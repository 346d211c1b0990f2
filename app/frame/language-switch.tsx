import type { MouseEvent } from 'react'
import { useLocation, useMatches } from 'react-router'
import type { Locale } from '../i18n/locale.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'

/** A link to the same page in the other language; the page script stores the choice (S8, K2). */
export function LanguageSwitch() {
  const other: Locale = useLocale() === 'de' ? 'en' : 'de'
  const { pathname, search, hash } = useLocation()
  const matches = useMatches()
  const t = useTranslate()
  // Content pages have an own address in each language.
  const alternates = matches
    .map(({ loaderData }) => (loaderData as { alternates?: Record<Locale, string> } | undefined)?.alternates)
    .findLast(Boolean)
  const href = alternates?.[other] ?? paths.inLanguage(pathname, other) + search
  // The server does not know the fragment, so a click adds it; fragments of content pages differ by language.
  const keepFragment = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!alternates) event.currentTarget.href = href + hash
  }
  return (
    <a href={href} hrefLang={other} data-language="" onClick={keepFragment}>
      <span className="narrow-only" lang={other}>
        {other.toUpperCase()}
      </span>
      <span className="wide-text" lang={other}>
        {t('site_other_language')}
      </span>
      <span className="visually-hidden"> {t('site_switch_language')}</span>
    </a>
  )
}
