import headingFont from '../ui/fonts/heading.woff2?url'
import textFont from '../ui/fonts/text.woff2?url'
import palette from '../ui/palette.css?raw'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import styles from './offline.css?raw'
import { offlineScript } from './offline-script.ts'
import { WordMark } from '../frame/header.tsx'

/** The files that the page loads. */
export const offlineFiles = [headingFont, textFont]

const css = `${palette}:root{--font-heading:'Bricolage Grotesque Variable',system-ui,sans-serif}${styles}`
  .replace('/*heading-font*/', headingFont)
  .replace('/*text-font*/', textFont)
  .replace(/\/\*[\s\S]*?\*\//g, '')

/**
 * The whole document that the service worker shows without a connection. It needs nothing from elsewhere but its fonts,
 * and says nothing that may have changed since it was stored, but the member card that this device keeps.
 * @param spaceName name of the space
 */
export function OfflinePage({ spaceName, locale }: { spaceName: string; locale: Locale }) {
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        {/* Without one the browser asks for `/favicon.ico`. */}
        <link rel="icon" href="data:," />
        <title>{`${translate(locale, 'offline_title')} – ${spaceName}`}</title>
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <header>
          <WordMark name={spaceName} />
        </header>
        <main>
          <div>
            <h1>{translate(locale, 'offline_title')}</h1>
            <p>{translate(locale, 'offline_lead')}</p>
            <button type="button">{translate(locale, 'offline_again')}</button>
          </div>
          <Plug />
          <Card locale={locale} />
        </main>
        <script dangerouslySetInnerHTML={{ __html: offlineScript }} />
      </body>
    </html>
  )
}

/** The card of the last member on this device; the script fills and shows it. */
function Card({ locale }: { locale: Locale }) {
  return (
    <section className="card" data-card="" aria-labelledby="card" hidden>
      <h2 id="card">{translate(locale, 'offline_card')}</h2>
      <div className="card-body">
        <dl>
          {(['name', 'number', 'state'] as const).map((field) => (
            <div key={field}>
              <dt>{translate(locale, `offline_card_${field}`)}</dt>
              <dd data-field={field} />
            </div>
          ))}
        </dl>
        <svg className="card-code" role="img" aria-label={translate(locale, 'offline_card_code')}>
          <path />
        </svg>
      </div>
      <p>{translate(locale, 'offline_card_note')}</p>
    </section>
  )
}

/** A plug beside its socket; the dashed line is the connection that is missing. */
function Plug() {
  return (
    <svg className="drawing" viewBox="0 0 460 240" aria-hidden="true">
      <path className="fine" d="M10 120H450" strokeDasharray="14 4 3 4" />
      <path d="M0 196C40 196 34 120 74 120H92" strokeWidth="7" />
      <path d="M92 104H112V136H92ZM112 84H160Q176 84 176 100V140Q176 156 160 156H112Z" />
      <path d="M126 84V156M138 84V156" className="fine" />
      <path d="M176 100H216Q222 103.500 216 107H176M176 133H216Q222 136.500 216 140H176" />
      <path className="missing" d="M226 103.500H328M226 136.500H328" />
      <path d="M330 68H372Q384 68 384 80V160Q384 172 372 172H330ZM384 96H402V144H384" />
      <path d="M330 98H352V109H330M330 131H352V142H330" />
      <path d="M402 120H420C450 120 440 60 460 60" strokeWidth="7" />
      <path
        className="fine"
        d="M222 150V214M330 178V214M222 206H330M230 202L222 206L230 210M322 202L330 206L322 210"
      />
      <text x="276" y="198" textAnchor="middle" fontSize="13" fill="currentColor" stroke="none">
        ?
      </text>
    </svg>
  )
}
