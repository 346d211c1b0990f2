import type { MouseEvent } from 'react'
import { useLocation, useMatches } from 'react-router'
import type { Locale } from '../i18n/locale.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'

/** Leads to the same page in the other language; the page script remembers the choice (specification section 9). */
export function LanguageSwitch() {
  const other: Locale = useLocale() === 'de' ? 'en' : 'de'
  const { pathname, search, hash } = useLocation()
  const matches = useMatches()
  const t = useTranslate()
  // Pages of the content service have an address of their own in each language.
  const alternates = matches
    .map(({ loaderData }) => (loaderData as { alternates?: Record<Locale, string> } | undefined)?.alternates)
    .findLast(Boolean)
  const href = alternates?.[other] ?? paths.inLanguage(pathname, other) + search
  // The server knows no fragment, so it is added when somebody goes; a content page has its own in each language.
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
