import type { Locale } from '../../contracts/problem.ts'
import type { StoryLink } from '../../contracts/story.ts'

/** The addresses of the stories: German without prefix, English below `/en` by the translated slug (R18). */
export interface Addresses {
  /** Returns the uuid of the story at a path without the language's prefix. */
  at(path: string, locale: Locale): string | null
  /** Returns the address of a story, with the prefix; null when it is not published. */
  of(uuid: string, locale: Locale): string | null
  list: { uuid: string; de: string; en: string }[]
}

const home = 'home'
const longestPath = 1000

export function addressesOf(links: StoryLink[]): Addresses {
  const pages = links
    .filter((link) => !link.is_folder && link.published)
    .map((link) => {
      const de = bare(link.slug)
      const translated = link.alternates.find(({ lang }) => lang === 'en')
      // Some responses have the language in the path, some do not.
      const en = translated ? bare(translated.path).replace(/^en(\/|$)/, '') : de
      return { uuid: link.uuid, de: de === home ? '' : de, en: en === home ? '' : en }
    })
  const byPath = {
    de: new Map(pages.map((page) => [page.de, page.uuid])),
    en: new Map(pages.map((page) => [page.en, page.uuid])),
  }
  const list = pages.map(({ uuid, de, en }) => ({ uuid, de: `/${de}`, en: en ? `/en/${en}` : '/en' }))
  const byUuid = new Map(list.map((page) => [page.uuid, page]))
  return {
    at: (path, locale) => (path.length > longestPath ? null : (byPath[locale].get(bare(path)) ?? null)),
    of: (uuid, locale) => byUuid.get(uuid)?.[locale] ?? null,
    list,
  }
}

/** Without the slashes around it. A regular expression takes quadratic time for a path of many slashes. */
function bare(path: string): string {
  let [start, end] = [0, path.length]
  while (path[start] === '/') start++
  while (end > start && path[end - 1] === '/') end--
  return path.slice(start, end)
}

/**
 * Returns a raw story with `href` in every multilink and every link of a rich text: the site's address of a story, ''
 * for an unpublished story and for addresses that a browser would run as a script.
 */
export function withHrefs(value: unknown, addressOf: (uuid: string) => string | null): unknown {
  if (Array.isArray(value)) return value.map((item) => withHrefs(item, addressOf))
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Record<string, unknown>
  const result = Object.fromEntries(
    Object.entries(fields).map(([name, item]) => [name, withHrefs(item, addressOf)]),
  )
  if (fields.fieldtype === 'multilink') result.href = hrefOf(fields, textOf(fields.id), addressOf)
  if (fields.type === 'link' && typeof fields.attrs === 'object' && fields.attrs) {
    const attributes = fields.attrs as Record<string, unknown>
    const href = hrefOf({ ...attributes, url: attributes.href }, textOf(attributes.uuid), addressOf)
    result.attrs = { ...attributes, href }
  }
  return result
}

function hrefOf(
  link: Record<string, unknown>,
  uuid: string,
  addressOf: (uuid: string) => string | null,
): string {
  if (link.linktype === 'story') {
    const address = addressOf(uuid)
    const anchor = textOf(link.anchor)
    return address ? address + (anchor && `#${anchor}`) : ''
  }
  const target = textOf(link.email) || textOf(link.url) || textOf(link.cached_url)
  if (link.linktype === 'email') return target ? `mailto:${target.replace(/^mailto:/, '')}` : ''
  return isHarmless(target) ? target : ''
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** Whether an address is safe: a link of an editor must not run a script (`javascript:`, `data:`). */
function isHarmless(target: string): boolean {
  return /^(https?:\/\/|mailto:|tel:|[/#?])/i.test(target)
}
