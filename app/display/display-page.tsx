import displayStyles from './display.css?url'
import { displayScript } from './display-script.ts'
import type { DisplayEquipment, DisplayView } from './display-view.server.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'

interface DisplayPageProps {
  /** null while the workshop system is away, undefined for an unknown space. */
  view: DisplayView | null | undefined
  locale: Locale
  buildId: string
}

/** The whole document: the only page without the shared layout and without React in the browser. */
export function DisplayPage({ view, locale, buildId }: DisplayPageProps) {
  return (
    <html lang={locale} data-build={buildId}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={displayStyles} />
        <title>{title(view, locale)}</title>
      </head>
      <body>
        <p className="display-stale" role="status" hidden>
          {translate(locale, 'display_stale')} <time />
        </p>
        <main>
          {view ? <Board view={view} locale={locale} /> : <NoBoard isAway={view === null} locale={locale} />}
        </main>
        <script dangerouslySetInnerHTML={{ __html: displayScript }} />
      </body>
    </html>
  )
}

function title(view: DisplayPageProps['view'], locale: Locale): string {
  const page = translate(locale, 'display_title')
  return view ? `${page} – ${view.spaceName}` : page
}

function NoBoard({ isAway, locale }: { isAway: boolean; locale: Locale }) {
  if (isAway) return <h1 className="display-away">{translate(locale, 'display_away')}</h1>
  return (
    <div className="display-away">
      <h1>{translate(locale, 'display_unknown')}</h1>
      <a href={paths.home(locale)}>{translate(locale, 'back_home')}</a>
    </div>
  )
}

function Board({ view, locale }: { view: DisplayView; locale: Locale }) {
  const { equipment } = view
  return (
    <>
      <header>
        <h1>{view.spaceName}</h1>
        <p>{view.day}</p>
        {/* Range of the shown equipment when not all fits. */}
        <p className="display-turns" hidden />
        <p className="display-clock">
          <time>{view.time}</time>
        </p>
      </header>
      <ul className={equipment.length > 10 ? 'two' : ''}>
        {equipment.map((item) => (
          <li key={item.id} data-state={item.state}>
            <div>
              <h2>{item.name}</h2>
              <p>{item.status}</p>
            </div>
            <Strip view={view} item={item} locale={locale} />
          </li>
        ))}
      </ul>
      {equipment.length === 0 && <p className="display-away">{translate(locale, 'display_empty')}</p>}
    </>
  )
}

/** Every second hour has a label, so that labels can be large. */
const labelEvery = 2

/** The day as a strip, one unit per minute: booked times and a line for now. */
function Strip({ view, item, locale }: { view: DisplayView; item: DisplayEquipment; locale: Locale }) {
  const { length, hours, now } = view
  const words = item.taken.length > 0 ? 'display_strip' : 'display_strip_empty'
  return (
    <svg
      viewBox={`-20 0 ${length + 40} 130`}
      preserveAspectRatio="xMidYMid meet"
      role="img"
      aria-label={translate(locale, words, { count: item.taken.length })}
    >
      {hours.map(({ at, label }, index) => (
        <g key={at}>
          <line x1={at} x2={at} y1="46" y2="126" className="hour" />
          {index % labelEvery === 0 && (
            <text x={at} y="34" textAnchor="middle">
              {label}
            </text>
          )}
        </g>
      ))}
      <rect x="0" y="50" width={length} height="72" className="day" />
      {item.taken.map(({ from, until }) => (
        <rect
          key={from}
          x={from + 2}
          y="56"
          width={Math.max(4, until - from - 4)}
          height="60"
          className="taken"
        />
      ))}
      {now !== null && <line x1={now} x2={now} y1="42" y2="130" className="now" />}
    </svg>
  )
}
