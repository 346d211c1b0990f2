import type { Block } from '../../contracts/blocks.ts'
import type { ContentTypes, KnownStory } from '../../contracts/story.ts'
import type { ContentClient } from '../../clients/content/content.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import { answerAnchor, blocksIn, inOrder } from '../blocks/blocks-in.ts'
import { storyHref } from '../blocks/story-href.ts'
import * as paths from '../paths.ts'
import { defaultWords, type SearchWords } from './search-words.ts'

export interface SearchDocument {
  href: string
  kind: keyof ContentTypes | 'faq'
  title: string
  /** Shown in the results. */
  summary: string
  /** Searched, not shown. */
  text: string
  /** Words of the editors that find it. */
  words: string
}

/** What the search reads of the content service. */
export type SearchedContent = Pick<ContentClient, 'storiesOfType' | 'labels'>

const kinds = ['page', 'machine', 'workshop', 'project-card', 'trainer', 'instruction'] as const

/** Returns every page of a language, the screens for visitors, and every FAQ entry by itself. @throws ContentUnavailable */
export async function searchDocuments(
  { content }: { content: SearchedContent },
  locale: Locale,
): Promise<SearchDocument[]> {
  const [chosen, ...stories] = await Promise.all([
    content.labels('search-synonyms', locale),
    ...kinds.map((kind) => content.storiesOfType(kind, locale)),
  ])
  const words = { ...defaultWords[locale], ...chosen }
  return [
    ...(stories.flat() as KnownStory[]).flatMap((story) => [
      page(story, locale, words),
      ...questions(story, locale),
    ]),
    ...screens.map((screen) => screenDocument(screen, locale, words)),
  ]
}

/** Screens that visitors look for; they are no stories. */
const screens = [
  { path: paths.booking, title: 'booking_title', summary: 'booking_description' },
  { path: (locale: Locale) => paths.page(locale, 'events'), title: 'events_title', summary: 'events_lead' },
  { path: paths.onboarding, title: 'onboarding_start_title', summary: 'onboarding_start_description' },
  { path: (locale: Locale) => paths.me(locale, 'bookings'), title: 'me_bookings_title', summary: null },
  { path: (locale: Locale) => paths.me(locale, 'credits'), title: 'me_credits_title', summary: null },
] as const

function screenDocument(
  { path, title, summary }: (typeof screens)[number],
  locale: Locale,
  words: SearchWords,
): SearchDocument {
  return {
    href: path(locale),
    kind: 'page',
    title: translate(locale, title),
    summary: summary ? translate(locale, summary) : '',
    text: '',
    words: words[path('de')] ?? '',
  }
}

function page(story: KnownStory, locale: Locale, words: SearchWords): SearchDocument {
  const { name, content, addresses } = story
  const own = content.component === 'page' ? content.description : content.summary
  const learn = content.component === 'workshop' ? richTextIn(content.learn) : ''
  const facts =
    'facts' in content ? content.facts.map(({ label, value }) => `${label} ${value}`).join(' ') : ''
  return {
    href: storyHref(story, locale),
    kind: content.component,
    title: content.title || name,
    summary: own,
    text: [name, learn, facts, textIn(content.body, 'faq')].join(' '),
    words: words[addresses.de] ?? '',
  }
}

function questions(story: KnownStory, locale: Locale): SearchDocument[] {
  return blocksIn(story.content.body).flatMap((block) => {
    if (block.component !== 'faq' || !('question' in block) || !block.question) return []
    const answer = richTextIn(block.answer)
    return [
      {
        href: `${storyHref(story, locale)}#${answerAnchor(block) ?? ''}`,
        kind: 'faq' as const,
        title: block.question,
        summary: shortened(answer),
        text: answer,
        words: '',
      },
    ]
  })
}

/** Cuts after about 160 characters at a word. */
function shortened(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 160).replace(/\s+\S*$/, '')} …`
}

const textFields = ['title', 'text', 'question', 'caption', 'items', 'value', 'eyebrow'] as const

/** Returns the readable text of blocks. @param except component that has documents of its own */
function textIn(blocks: Block[], except?: string): string {
  return blocksIn(blocks)
    .filter(({ component }) => component !== except)
    .flatMap((block) => Object.entries(block))
    .flatMap(([field, value]) => {
      if (typeof value === 'string') return (textFields as readonly string[]).includes(field) ? [value] : []
      return isDocument(value) ? [richTextIn(value)] : []
    })
    .join(' ')
}

/** Returns the text of a rich text. */
export function richTextIn(document: { content: unknown[] }): string {
  const nodes = inOrder(document.content, (node) => (node as { content?: unknown[] }).content ?? [])
  return [...nodes]
    .flatMap((node) => (node as { text?: string }).text ?? [])
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
}

function isDocument(value: unknown): value is { content: unknown[] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'doc' &&
    'content' in value
  )
}
