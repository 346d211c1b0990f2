import { type Asset, Audience, Blocks } from '../../contracts/blocks.ts'
import { Course } from '../../contracts/course.ts'
import { type KnownStory, Story } from '../../contracts/story.ts'
import type { Locale } from '../i18n/locale.ts'
import { type GalleryWords, galleryWords } from './gallery-words.server.ts'
import type { PackageOffer, PageData, StoryCard } from './page-data.tsx'

/** A page of the gallery: a root with its blocks, and the data that its loader would have found. */
export interface GalleryPage {
  story: KnownStory
  data: Partial<PageData>
}

/**
 * Every block and every root in its variants: each audience, with and without a picture, short and very long texts,
 * none, one and many. All of it passes the contracts, as content from the content service does.
 */
export function galleryPages(locale: Locale, pictures: Asset[]): GalleryPage[] {
  const words = galleryWords[locale]
  const picture = (at: number) => pictures[at % Math.max(pictures.length, 1)] ?? null
  return [
    ...Audience.unwrap().options.map((audience, at) =>
      page(audience, sections({ audience, words, picture: picture(at) })),
    ),
    page('', [...cards(words, picture), ...texts(words, picture)], {
      stories: { machine: card('machine', 1, words, picture(1)), person: card('trainer', 2, words, null) },
    }),
    ...[0, 1, 40].map((many) =>
      page('', lists(words), {
        machines: numbers(many).map((at) => card('machine', at, words, picture(at))),
        workshops: numbers(many).map((at) => card('workshop', at, words, picture(at))),
        packages: numbers(Math.min(many, 5)).map((at) => offer(at, words)),
      }),
    ),
    ...roots(words, picture(0)),
  ]
}

type Picture = (at: number) => Asset
type Fields = Record<string, unknown>

const link = { linktype: 'url', url: '/', cached_url: '/', href: '/', id: '', target: null }
const numbers = (many: number) => Array.from({ length: many }, (_, at) => at + 1)
const block = (component: string, fields: Fields = {}) => ({ component, _uid: '', ...fields })
const paragraph = (...lines: string[]) => ({
  type: 'doc',
  content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})
const actions = (words: GalleryWords) => ({
  action_label: words.action,
  action_link: link,
  second_label: words.long,
  second_link: link,
})

/** Blocks over the whole width of a page, in the accent of an audience. */
function sections({ audience, words, picture }: { audience: Audience; words: GalleryWords; picture: Asset }) {
  const { title, long, sentence } = words
  const features = numbers(4).map((value) =>
    block('feature', { value: `${value * 48} m²`, title: value > 2 ? long : title, text: sentence }),
  )
  return [
    block('hero', { title, text: sentence, drawing: picture, action_variant: audience, ...actions(words) }),
    block('ticker', { items: [title, sentence, long].join('\n') }),
    block('hero', { title: long, action_variant: audience, ...actions(words) }),
    block('intro', { text: paragraph(sentence) }),
    block('section-headers', { eyebrow: words.short, title: long, text: sentence }),
    block('section-headers', { title }),
    block('feature-banner', { title, text: sentence, features }),
    block('feature-banner', { features: features.slice(0, 1) }),
    block('content-teaser', {
      eyebrow: long,
      title,
      text: paragraph(sentence, words.paragraph),
      drawing: picture,
      picture_side: 'left',
      link_label: words.action,
      link,
    }),
    block('content-teaser', { title: long, text: paragraph(sentence), drawing: picture }),
    block('content-teaser', { title, text: paragraph(sentence) }),
    block('wow', {
      audience,
      title: long,
      drawing: picture,
      body: [block('text', { body: paragraph(sentence) })],
    }),
    block('wow', { audience, drawing: picture }),
    block('wow', { audience, title, body: [block('text', { body: paragraph(words.paragraph) })] }),
    block('content-engagement', { audience, title: long, text: sentence, ...actions(words) }),
    block('content-engagement', { audience, title, action_label: words.action, action_link: link }),
  ]
}

function cards(words: GalleryWords, picture: Picture) {
  const { title, long, sentence } = words
  const types = ['laser', '3d-printing', 'cnc', 'wood', 'metal']
  return [
    block('cards-wrapper', {
      title,
      cards: Audience.unwrap().options.map((audience) =>
        block('orientation-card', {
          audience,
          title: audience ? title : long,
          text: audience ? sentence : '',
          link_label: words.action,
          link,
        }),
      ),
    }),
    block('cards-wrapper', {
      cards: types.map((machine_type, at) =>
        block('machine-category-card', { machine_type, text: at ? sentence : long, drawing: picture(at) }),
      ),
    }),
    block('cards-wrapper', {
      title: long,
      cards: [
        block('teaser', { title, text: sentence, drawing: picture(1), link_label: words.action, link }),
        block('teaser', { title: long, text: words.paragraph, drawing: null, link }),
        block('teaser', { title: words.short, drawing: picture(2) }),
        block('preview', { story: 'machine' }),
        block('preview', { story: 'person' }),
      ],
    }),
    block('cards-wrapper', {
      title: words.short,
      cards: [block('teaser', { title, drawing: picture(3), link })],
    }),
  ]
}

function texts(words: GalleryWords, picture: Picture) {
  const { title, long, sentence } = words
  const heading = { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: long }] }
  const list = (type: string) => ({
    type,
    content: [sentence, words.paragraph].map((text) => ({ ...paragraph(text), type: 'list_item' })),
  })
  return [
    block('text', {
      body: { type: 'doc', content: [heading, list('bullet_list'), heading, list('ordered_list')] },
    }),
    block('image', { image: picture(4), caption: sentence }),
    block('image', { image: picture(0) }),
    block('faqs', {
      title: long,
      questions: [title, long, sentence].map((question) =>
        block('faq', { question, answer: paragraph(words.paragraph) }),
      ),
    }),
    block('machine-details', { resource: 1 }),
    block('workshop-details', { course: 1 }),
  ]
}

function lists({ title, long, sentence }: GalleryWords) {
  return [
    block('machines', { title, text: sentence }),
    block('workshops', { title: long, text: sentence }),
    block('memberships', { title, text: sentence }),
  ]
}

/** The other kinds of pages, each once complete and once with its name only. */
function roots(words: GalleryWords, drawing: Asset): GalleryPage[] {
  const { title, long, sentence } = words
  const rows = [title, long, words.short].map((label, at) => ({
    body: [`${at + 1}`, label, '1000 × 600 mm'].map((value) => ({ value })),
  }))
  const about = { title: long, summary: sentence, drawing, facts: { tbody: rows } }
  const data = {
    index: [{ label: words.short, href: '/' }],
    stories: { person: card('trainer', 1, words, null), machine: card('machine', 1, words, null) },
    courses: [course(words)],
  }
  const kinds: Record<string, Fields> = {
    machine: { resource: 1, machine_type: 'laser' },
    workshop: {
      course: 1,
      grade: 'beginner',
      duration: title,
      trainer: 'person',
      learn: paragraph(sentence),
    },
    'project-card': { audience: 'education', maker: long, made_in: title, machines: ['machine'] },
    trainer: { role: long, email: 'mia@example.org' },
  }
  return Object.entries(kinds).flatMap(([component, fields]) => [
    { story: story({ component, _uid: '', ...about, ...fields, body: [] }), data },
    { story: story({ component, _uid: '', title, body: [] }), data: {} },
  ])
}

function page(audience: Audience, body: Fields[], data: Partial<PageData> = {}): GalleryPage {
  const content = { component: 'page', _uid: '', title: 'Blocks', audience, body: Blocks.parse(body) }
  return { story: story(content), data }
}

function story(content: Fields): KnownStory {
  const addresses = { de: '/dev/blocks', en: '/en/dev/blocks' }
  return Story.parse({ id: 0, uuid: '', full_slug: 'dev/blocks', content, addresses }) as KnownStory
}

function card(kind: StoryCard['kind'], at: number, words: GalleryWords, picture: Asset): StoryCard {
  const labels = { machine: ['laser', '3d-printing', ''], workshop: ['beginner', ''] }
  const known = kind === 'machine' || kind === 'workshop' ? labels[kind] : [words.short]
  return {
    uuid: `${kind} ${at}`,
    kind,
    title: at % 3 ? words.title : words.long,
    summary: at % 4 ? words.sentence : '',
    href: '/',
    picture,
    label: known[at % known.length] ?? '',
    foreignId: at,
  }
}

function offer(at: number, words: GalleryWords): PackageOffer {
  return {
    id: at,
    kind: at === 5 ? 'team' : 'member',
    name: at === 3 ? words.long : words.short,
    description: at % 2 ? words.sentence : '',
    price: '19.90',
    fee: at === 4 ? '1.149,00 €' : '19,90 €',
    period: words.period,
    gives: [words.title, words.sentence, words.short].slice(at % 3),
  }
}

function course({ long, short }: GalleryWords): Course {
  const dates = numbers(3).map((day) => ({
    id: -day,
    fromDateTime: `2031-03-0${day}T18:00`,
    untilDateTime: `2031-03-0${day}T20:00`,
    seats: 6,
    freeSeats: day - 1,
    place: { de: short, en: short },
    language: 'de',
    updatedAt: '2031-01-01T00:00:00Z',
  }))
  const title = { de: long, en: long }
  const fields = { kind: 'workshop', story: null, grade: null, price: '29.00', trainer: null }
  return Course.parse({ id: 1, title, dates, ...fields })
}
