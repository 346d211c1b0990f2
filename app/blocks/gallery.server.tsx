import { renderToStaticMarkup } from 'react-dom/server'
import { type Asset, Audience, Blocks, blocks } from '../../contracts/blocks.ts'
import { Course } from '../../contracts/course.ts'
import { type KnownStory, Story } from '../../contracts/story.ts'
import type { SiteServices } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import { LiveText } from './live-text.tsx'
import type { PackageOffer, PageData } from './page-data.tsx'
import { readDrawings } from './read-drawings.ts'
import { renderStory } from './render-story.server.tsx'
import { storyCard } from './load-page.ts'

/** Renders every block in every variant as HTML, with drawings of the content service and a raster image. */
export async function renderGallery(services: SiteServices, locale: Locale): Promise<string> {
  const { publicUrl } = services.config
  const [machines, labels, space] = await Promise.all([
    services.content.storiesOfType('machine', locale).catch(() => []),
    services.labels(locale),
    services.space(locale),
  ])
  const pixels = { alt: 'Halle 9', title: '', copyright: '', focus: '' }
  const pictures = [
    ...machines.flatMap(({ content }) => content.drawing ?? []).slice(0, 4),
    { filename: `${publicUrl}/share/home.png`, ...pixels },
  ]
  const files = pictures.map(({ filename }) => filename)
  const drawings = await readDrawings(files, services.readAsset)
  const nothing = {
    machines: [],
    workshops: [],
    stories: {},
    courses: [],
    trainings: {},
    week: null,
    projects: [],
    packages: [],
    index: [],
  }
  const pages = galleryPages(locale, pictures).map(({ story, data }) =>
    renderStory(
      { ...nothing, drawings, labels, ...data, locale, story, content: story.content },
      { publicUrl, space },
    ),
  )
  return [...pages, renderToStaticMarkup(<LiveStates locale={locale} />)].join('')
}

/** States of equipment; of none that exists, so that they stay. */
function LiveStates({ locale }: { locale: Locale }) {
  return (
    <div className="story">
      {(['free', 'inUse', 'booked', 'outOfOrder', 'offline', 'closed'] as const).map((state) => (
        <p key={state} className="live-status">
          <LiveText of="equipment" id={0} field="status" state={state}>
            {translate(locale, `block_live_${state}`, { time: '18:00' })}
          </LiveText>
        </p>
      ))}
    </div>
  )
}

/** A page of the gallery: a root with its blocks, and the data that its loader would have found. */
interface GalleryPage {
  story: KnownStory
  data: Partial<PageData>
}

type Fields = Record<string, unknown>

const lists = ['machines', 'workshops', 'memberships']
const sentence = 'Zuschneiden, bohren, verleimen: Du gehst mit einem fertigen Stück nach Hause.'
const title = 'Ein Regal an einem Abend'
const long = 'Sicherheitsunterweisung Abricht- und Dickenhobelmaschine'

/**
 * Every block for each audience, lists of none, one and many, and every root: with a picture, with long texts and
 * without one, and with little more than a title. All of it passes the contracts, as content from the content service
 * does. The texts are German in both languages.
 */
export function galleryPages(locale: Locale, pictures: Asset[]): GalleryPage[] {
  const picture = (at: number) => pictures[at % Math.max(pictures.length, 1)] ?? null
  const card = (component: string, at = 1) => {
    const summary = at % 4 ? sentence : ''
    const fields = { ...kinds[component], title: at % 3 ? title : long, summary, drawing: picture(at) }
    return storyCard(story({ component, ...fields, ...(at % 5 === 4 && { machine_type: '' }) }, at), locale)
  }
  const cards = (kind: string, many: number) => Array.from({ length: many }, (_, at) => card(kind, at))
  const stories = { machine: card('machine'), person: card('trainer') }
  return [
    ...Audience.unwrap().options.map((audience, at) => ({
      story: page(
        audience,
        Object.keys(blocks).filter((name) => !lists.includes(name)),
        picture(at),
      ),
      data: { stories },
    })),
    ...[0, 1, 40].map((many) => ({
      story: page('', lists, null),
      data: {
        machines: cards('machine', many),
        workshops: cards('workshop', many),
        courses: [course],
        packages: offers.slice(0, many),
      },
    })),
    ...Object.entries(kinds).flatMap(([component, fields]) => [
      {
        story: story({ component, title: long, summary: sentence, drawing: picture(0), facts, ...fields }),
        data: {
          index: [{ label: 'Säge', href: '/' }],
          stories,
          courses: [course],
          trainings,
          ...(component === 'machine' && { week, projects: cards('project-card', 3) }),
        },
      },
      { story: story({ component, title }), data: {} },
    ]),
  ]
}

function page(audience: Audience, names: string[], picture: Asset): KnownStory {
  const body = names.flatMap((name) => variants(name, audience, picture))
  return story({ component: 'page', title: 'Blocks', audience, body: Blocks.parse(body) })
}

function story(content: Fields, id = 0): KnownStory {
  const addresses = { de: '/dev/blocks', en: '/en/dev/blocks' }
  return Story.parse({ id, uuid: `${id}`, full_slug: 'dev/blocks', content, addresses }) as KnownStory
}

/** A block with every field, with long texts and no picture, and with its title only. */
function variants(component: string, audience: Audience, picture: Asset): Fields[] {
  const colour = { audience, action_variant: audience }
  const drawn = { image: picture, drawing: picture }
  const complete: Fields = { ...texts, ...colour, ...drawn, ...nested(component, audience, picture) }
  const lengthy = { ...complete, title: long, question: long, caption: '', image: picture, drawing: null }
  return [complete, lengthy, { title, ...colour }].map((fields) => ({ _uid: '', ...fields, component }))
}

/** The fields of a block whose names mean something else in other blocks, and the blocks within it. */
function nested(component: string, audience: Audience, picture: Asset): Fields {
  const within = (...names: string[]) => names.flatMap((name) => variants(name, audience, picture))
  switch (component) {
    case 'intro':
    case 'content-teaser':
      return { text: richText, picture_side: 'left' }
    case 'wow':
      return { body: within('text') }
    case 'cards-wrapper':
      return { cards: within('orientation-card', 'machine-category-card', 'teaser', 'preview') }
    case 'faqs':
      return { questions: within('faq') }
    case 'feature-banner':
      return { features: within('feature') }
    default:
      return {}
  }
}

const paragraph = { type: 'paragraph', content: [{ type: 'text', text: `${sentence} `.repeat(3) }] }
const items = [1, 2].map(() => ({ type: 'list_item', content: [paragraph] }))
const richText = {
  type: 'doc',
  content: [
    paragraph,
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: long }] },
    { type: 'bullet_list', content: items },
    { type: 'ordered_list', content: items },
  ],
}
const link = { linktype: 'url', href: '/' }

/** Fields by their names in the contract; a block takes those that it has. */
const texts = {
  eyebrow: long,
  title,
  text: sentence,
  caption: sentence,
  value: '48 m²',
  items: [title, sentence, long].join('\n'),
  question: sentence,
  answer: richText,
  body: richText,
  link,
  link_label: title,
  action_link: link,
  action_label: title,
  second_link: link,
  second_label: long,
  machine_type: 'laser',
  story: 'machine',
  resource: 1,
  course: 1,
}

const facts = {
  tbody: [title, long].map((label, at) => ({
    body: [`${at + 1}`, label, '1000 × 600 mm'].map((value) => ({ value })),
  })),
}

/** The roots beside an ordinary page, with the fields of their own. */
const kinds: Record<string, Fields> = {
  machine: { resource: 1, machine_type: 'laser' },
  workshop: { course: 1, grade: 'beginner', duration: title, trainer: 'person', learn: richText },
  'project-card': { audience: 'education', maker: long, made_in: title, machines: ['machine'] },
  trainer: { role: long, email: 'mia@example.org' },
  instruction: {},
}

const offers = [title, 'Säge', long].map((name, id): PackageOffer => {
  const gives = [title, sentence].slice(id % 2)
  const kind = id ? 'member' : 'team'
  return {
    id,
    kind,
    name,
    description: sentence,
    price: '19.90',
    fee: '1.149,00 €',
    period: 'im Monat',
    gives,
  }
})

const trainings = {
  1: {
    dates: [1, 2].map((day) => ({
      id: -day,
      course: long,
      fromDateTime: `2031-03-0${day}T18:00`,
      href: '/events',
    })),
    email: null,
  },
}

const week = {
  resource: 1,
  days: [1, 2, 3, 4, 5, 6, 7].map((day) => `2031-03-0${day}`),
  opens: 480,
  closes: 1320,
}

const course = Course.parse({
  id: 1,
  title: { de: long, en: long },
  dates: [1, 2, 3].map((day) => ({
    id: -day,
    fromDateTime: `2031-03-0${day}T18:00`,
    untilDateTime: `2031-03-0${day}T20:00`,
    seats: 6,
    freeSeats: day - 1,
    place: { de: title, en: title },
    language: 'de',
    updatedAt: '2031-01-01T00:00:00Z',
  })),
  kind: 'workshop',
  story: null,
  grade: null,
  price: '29.00',
  trainer: null,
})
