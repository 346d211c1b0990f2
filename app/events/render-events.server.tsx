import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Locale, LocaleContext } from '../i18n/locale.ts'

/** Renders a page of dates as HTML, only on the server like content (docs/decisions/014-content-is-html.md). */
export function renderEvents<Props extends object>(
  Page: FunctionComponent<Props>,
  props: Props,
  locale: Locale,
): string {
  return renderToStaticMarkup(<LocaleContext value={locale}>{createElement(Page, props)}</LocaleContext>)
}
