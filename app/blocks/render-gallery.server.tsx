import { renderToStaticMarkup } from 'react-dom/server'
import type { SiteServices } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'
import { type MessageKey, translate } from '../i18n/messages.ts'
import { galleryPages } from './gallery.server.ts'
import { LiveText } from './live-text.tsx'
import { readDrawings } from './read-drawings.ts'
import { renderStory } from './render-story.server.tsx'

/** Renders every block in every variant as HTML, with drawings of the content service and a raster image. */
export async function renderGallery(services: SiteServices, locale: Locale): Promise<string> {
  const { publicUrl } = services.config
  const [machines, labels, space] = await Promise.all([
    services.content.storiesOfType('machine', locale).catch(() => []),
    services.labels(locale),
    services.space(locale),
  ])
  const drawn = machines.flatMap(({ content }) => content.drawing ?? []).slice(0, 4)
  const pixels = {
    filename: `${publicUrl}/share/home.png`,
    alt: 'Halle 9',
    title: '',
    copyright: '',
    focus: '',
  }
  const pictures = [...drawn, pixels]
  const drawings = await readDrawings(
    pictures.map(({ filename }) => filename),
    services.readAsset,
  )
  const pages = galleryPages(locale, pictures).map(({ story, data }) =>
    renderStory(
      { ...nothing, drawings, labels, ...data, locale, story, content: story.content },
      { publicUrl, space },
    ),
  )
  return [...pages, renderToStaticMarkup(<LiveStates locale={locale} />)].join('')
}

const nothing = { machines: [], workshops: [], stories: {}, courses: [], packages: [], index: [] }

/** States of a machine; of no real machine, so that they stay. */
function LiveStates({ locale }: { locale: Locale }) {
  return (
    <div className="story">
      {states.map(([state, key]) => (
        <p key={key} className="live-status">
          <LiveText of="equipment" id={0} field="status" state={state}>
            {translate(locale, key, { time: '18:00' })}
          </LiveText>
        </p>
      ))}
    </div>
  )
}

const states: [string | undefined, MessageKey][] = [
  ['free', 'block_live_free'],
  ['inUse', 'block_live_inUse'],
  ['booked', 'block_live_booked'],
  ['outOfOrder', 'block_live_outOfOrder'],
  ['offline', 'block_live_offline'],
  [undefined, 'block_pending'],
]
