import { Drawing } from '../blocks/drawing.tsx'
import { placedMachines, StateSign } from '../blocks/hall.tsx'
import displayStyles from './display.css?url'
import { displayScript } from './display-script.ts'
import type { ClosedView, DisplayEquipment, DisplayView } from './display-view.server.ts'
import type { HallDrawing } from './read-hall.server.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'

interface DisplayPageProps {
  /** The drawing of the hall; null where there is none. */
  hall?: HallDrawing | null
  /** null while the workshop system is away, undefined for an unknown space. */
  view: DisplayView | null | undefined
  locale: Locale
  buildId: string
}

/** The whole document: the only page without the shared layout and without React in the browser. */
export function DisplayPage({ view, hall = null, locale, buildId }: DisplayPageProps) {
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
          {view ? (
            <Board view={view} hall={hall} locale={locale} />
          ) : (
            <NoBoard isAway={view === null} locale={locale} />
          )}
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

interface BoardProps {
  view: DisplayView
  hall: HallDrawing | null
  locale: Locale
}

function Board({ view, hall, locale }: BoardProps) {
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
      {view.closed ? (
        <Closed closed={view.closed} hall={hall} locale={locale} />
      ) : (
        <Running view={view} hall={hall} locale={locale} />
      )}
    </>
  )
}

interface ClosedProps {
  closed: ClosedView
  hall: HallDrawing | null
  locale: Locale
}

/** The space at night: the drawing without states, and a title block that says when it opens and what happens then. */
function Closed({ closed: { opens, courses, running }, hall, locale }: ClosedProps) {
  return (
    <section className="display-closed">
      {hall && (
        <div className="hall-sheet">
          <Drawing node={hall.node} alt="" />
        </div>
      )}
      <div className="display-block">
        <h2>{translate(locale, 'display_is_closed')}</h2>
        {opens && (
          <>
            <div>
              <p className="label">{translate(locale, 'display_opens')}</p>
              <p className="when">
                <b>{opens.time}</b> {opens.day}
              </p>
            </div>
            <div>
              <p className="label">{translate(locale, 'display_courses_on', { day: opens.day })}</p>
              {courses.map(({ id, time, title }) => (
                <p key={id}>
                  <b>{title}</b> {time}
                </p>
              ))}
              {courses.length === 0 && <p>{translate(locale, 'display_no_courses_on')}</p>}
            </div>
          </>
        )}
        {running.length > 0 && (
          <div>
            <p className="label">{translate(locale, 'display_inUse')}</p>
            <p>{running.join(', ')}</p>
          </div>
        )}
      </div>
    </section>
  )
}

function Running({ view, hall, locale }: BoardProps) {
  const { equipment } = view
  return (
    <>
      <HallToday view={view} hall={hall} locale={locale} />
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

/** The drawing of the hall with the states, today's courses and the next bookings. The list beside it has the states in words. */
function HallToday({ view, hall, locale }: BoardProps) {
  const { courses, next } = view
  const placed = hall ? placedEquipment(hall, view.equipment) : []
  if (!hall || placed.length === 0) return null
  return (
    <section className="display-hall">
      <div className="hall-sheet">
        <Drawing node={hall.node} alt="">
          {placed.map(({ id, state, place }) => (
            <g key={id} transform={`translate(${place.x} ${place.y})`}>
              <g className="state-sign" data-state={state}>
                <StateSign />
              </g>
            </g>
          ))}
        </Drawing>
      </div>
      <div className="display-today">
        <div>
          <h2>{translate(locale, 'display_courses')}</h2>
          {courses.map(({ id, time, title }) => (
            <p key={id}>
              <b>{title}</b> {time}
            </p>
          ))}
          {courses.length === 0 && <p>{translate(locale, 'display_no_courses')}</p>}
        </div>
        <div>
          <h2>{translate(locale, 'display_next')}</h2>
          {next.map(({ id, time, name, who }) => (
            <p key={id}>
              <b>{time}</b> {who ? `${name}, ${who}` : name}
            </p>
          ))}
          {next.length === 0 && <p>{translate(locale, 'display_no_next')}</p>}
        </div>
      </div>
    </section>
  )
}

/** The equipment of this space that the drawing shows; none in the drawing of another hall. */
function placedEquipment({ node, slugs }: HallDrawing, equipment: DisplayEquipment[]) {
  return placedMachines(
    node,
    equipment.map((each) => ({ ...each, slug: slugs.get(each.id) ?? '' })),
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
