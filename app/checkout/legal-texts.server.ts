import type { Block } from '../../contracts/blocks.ts'
import type { KnownStory } from '../../contracts/story.ts'
import { storyPages } from '../../contracts/addresses.ts'
import { blocksIn } from '../blocks/blocks-in.ts'
import type { SiteServices } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'

/** Longest text that an order keeps. */
const longest = 60_000

/**
 * Returns the terms and the withdrawal notice as they are now, in plain text: what a buyer agrees to is kept with the order.
 * @throws ContentUnavailable, and Error where the space lacks one of them: nothing can be ordered
 */
export async function legalTexts(
  { content }: Pick<SiteServices, 'content'>,
  locale: Locale,
): Promise<{ terms: string; withdrawal: string }> {
  const read = async (page: 'terms' | 'withdrawal') => {
    const story = await content.story(storyPages[page][locale], locale)
    if (!story || !('body' in story.content)) throw new Error(`the space has no story ${storyPages[page].de}`)
    return textOf(story as KnownStory)
  }
  const [terms, withdrawal] = await Promise.all([read('terms'), read('withdrawal')])
  return { terms, withdrawal }
}

function textOf({ name, content }: KnownStory): string {
  const lines = blocksIn(content.body).flatMap((block: Block) =>
    Object.values(block).flatMap((value) => (isNode(value) ? paragraphs(value) : [])),
  )
  return [content.title || name, ...lines].join('\n\n').replaceAll('\u00ad', '').slice(0, longest)
}

interface Node {
  type: string
  text?: string
  content?: Node[]
}

/** One line for each paragraph, heading and item of a list. */
function paragraphs(node: Node): string[] {
  if (node.type === 'paragraph' || node.type === 'heading') return [words(node)]
  return (node.content ?? []).flatMap(paragraphs)
}

function words({ text, content }: Node): string {
  return text ?? (content ?? []).map(words).join('')
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'doc'
}
