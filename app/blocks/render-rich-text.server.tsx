import { renderToStaticMarkup } from 'react-dom/server'
import type { RichText as RichTextDoc } from '../../contracts/richtext.ts'
import { type Locale, LocaleContext } from '../i18n/locale.ts'
import { SiteAddress } from './picture.tsx'
import { RichText } from './richtext.tsx'

/** Renders rich text of editors as HTML, for screens whose browser loads no code for it (decision 014). */
export function renderRichText(
  text: RichTextDoc,
  { publicUrl, locale }: { publicUrl: string; locale: Locale },
): string {
  return renderToStaticMarkup(
    <LocaleContext value={locale}>
      <SiteAddress value={publicUrl}>
        <RichText text={text} />
      </SiteAddress>
    </LocaleContext>,
  )
}
