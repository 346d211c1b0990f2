import { storyPages } from '../../../contracts/addresses.ts'
import type { MemberConsent, OrderConsent } from '../../../contracts/order.ts'
import { earlyStartTexts } from '../../../contracts/order-texts.ts'
import { type Locale, Problem } from '../../../contracts/problem.ts'
import type { Story } from '../../../contracts/story.ts'
import type { Log } from '../../../platform/log.ts'

/** Longest text that an order keeps. */
const longest = 60_000

/** Returns a text of the site that buyers agree to, in plain words. @throws Problem `upstreamUnavailable` */
export type LegalTextOf = (page: 'terms' | 'withdrawal', locale: Locale) => Promise<string>

/** Reads the terms and the withdrawal notice as they are now. */
export function legalTextsIn(
  content: { story(path: string, locale: Locale): Promise<Story | null> },
  log: Log,
): LegalTextOf {
  return async (page, locale) => {
    const path = storyPages[page][locale]
    try {
      const story = await content.story(path, locale)
      const text = story && textOf(story)
      if (text) return text
      throw new Error(`the space has no story ${path}`)
    } catch (cause) {
      // Nothing can be ordered without the texts that the law wants.
      log.error({ err: cause, page }, 'a legal text was not read')
      throw new Problem('upstreamUnavailable', { cause })
    }
  }
}

/** Returns what a member agreed to, in the site's own words: the browser says only which they are. */
export async function consentsTo(
  kinds: MemberConsent[],
  locale: Locale,
  legalTextOf: LegalTextOf,
): Promise<OrderConsent[]> {
  return Promise.all(
    [...new Set(kinds)].map(async (kind) => ({
      kind,
      text: kind === 'earlyStart' ? earlyStartTexts[locale] : await legalTextOf(kind, locale),
    })),
  )
}

function textOf({ name, content }: Story): string {
  if (!('body' in content)) return ''
  const title = 'title' in content ? content.title : ''
  const lines = documentsIn(content.body).flatMap(paragraphs)
  return [title || name, ...lines].join('\n\n').replaceAll('\u00ad', '').slice(0, longest)
}

interface Node {
  type?: unknown
  text?: string
  content?: Node[]
  attrs?: unknown
}

/** Finds rich text in blocks, in the order of the page. */
function documentsIn(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return []
  const node: Node = value
  return node.type === 'doc' ? [node] : Object.values(value).flatMap(documentsIn)
}

/** One line for each paragraph, heading and item of a list. */
function paragraphs(node: Node): string[] {
  if (node.type === 'paragraph' || node.type === 'heading') return [words(node)]
  if (node.type === 'blok') return documentsIn(node.attrs).flatMap(paragraphs)
  return (node.content ?? []).flatMap(paragraphs)
}

function words({ text, content }: Node): string {
  return text ?? (content ?? []).map(words).join('')
}
