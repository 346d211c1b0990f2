import { renderToStaticMarkup } from 'react-dom/server'
import type { InstructionText } from '../../contracts/instruction.ts'
import { SiteAddress } from '../blocks/picture.tsx'
import { RichText } from '../blocks/richtext.tsx'
import { type Locale, LocaleContext } from '../i18n/locale.ts'

/** A section of an instruction as the page shows it. */
export interface ShownSection {
  name: string
  title: string
  /** Elements and text of the editors, never their markup. */
  html: string
}

/** Renders the text of each section as HTML, so that the browser loads no code for it (decision 014). */
export function renderSections(
  sections: InstructionText['sections'],
  { publicUrl, locale }: { publicUrl: string; locale: Locale },
): ShownSection[] {
  return sections.map(({ name, title, text }) => ({
    name,
    title,
    html: renderToStaticMarkup(
      <LocaleContext value={locale}>
        <SiteAddress value={publicUrl}>
          <RichText text={text} />
        </SiteAddress>
      </LocaleContext>,
    ),
  }))
}
