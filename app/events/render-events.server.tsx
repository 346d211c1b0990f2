import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Locale, LocaleContext } from '../i18n/locale.ts'

/** A page of dates as HTML: like content it is drawn on the server only (docs/decisions/014-content-is-html.md). */
export function renderEvents<Props extends object>(
  Page: FunctionComponent<Props>,
  props: Props,
  locale: Locale,
): string {
  return renderToStaticMarkup(<LocaleContext value={locale}>{createElement(Page, props)}</LocaleContext>)
}
