import { type DeliveredStory, findStory, type Form } from './delivery.ts'
import type { Library } from './library.ts'
import { linkOf } from './links.ts'
import type { FormQuery } from './parameters.ts'

/** A longer list is sent as uuids only; the client then requests those stories, 50 at a time. */
const maxResolved = 50

/** Returns `rels` or `rel_uuids`, `links` or `link_uuids` of a response body, as the query requests them. */
export function resolved(library: Library, stories: DeliveredStory[], form: Form, query: FormQuery) {
  const relations = query.resolve_relations?.length ? relatedTo(library, stories, form, query) : null
  const links = query.resolve_links && query.resolve_links !== '0' ? linkedFrom(library, stories, form) : null
  return {
    ...(relations &&
      (relations.length > maxResolved ? { rel_uuids: relations } : { rels: inForm(relations) })),
    ...(links && (links.length > maxResolved ? { link_uuids: links } : { links: asLinks(links) })),
  }

  function inForm(uuids: string[]): DeliveredStory[] {
    return uuids.flatMap((uuid) => byUuid(library, uuid, form)?.story ?? [])
  }

  function asLinks(uuids: string[]): object[] {
    if (query.resolve_links === 'story' || query.resolve_links === '1') return inForm(uuids)
    return uuids.flatMap((uuid): object[] => {
      const found = byUuid(library, uuid, form)
      if (!found) return []
      const { id, name, slug, full_slug } = found.story
      if (query.resolve_links === 'url') return [{ id, name, slug, full_slug, url: full_slug, uuid }]
      return [{ ...linkOf(library, found.placed), full_slug }]
    })
  }
}

function byUuid(library: Library, uuid: string, form: Form) {
  return findStory(library, form, (placed) => placed.uuid === uuid)
}

function relatedTo(library: Library, stories: DeliveredStory[], form: Form, query: FormQuery): string[] {
  const patterns = new Set(query.resolve_relations)
  const found = new Set<string>()
  let level = stories
  for (let depth = Number(query.resolve_level ?? 1); depth > 0; depth--) {
    const fresh = [
      ...uuidsIn(level, (block, field) => patterns.has(`${String(block.component)}.${field}`)),
    ].filter((uuid) => !found.has(uuid) && byUuid(library, uuid, form))
    for (const uuid of fresh) found.add(uuid)
    level = fresh.flatMap((uuid) => byUuid(library, uuid, form)?.story ?? [])
  }
  return [...found]
}

function linkedFrom(library: Library, stories: DeliveredStory[], form: Form): string[] {
  // A multilink names its story in `id`, a link in rich text in `uuid`.
  const isLink = (object: Record<string, unknown>, field: string) =>
    object.linktype === 'story' && (field === 'uuid' || (field === 'id' && object.fieldtype === 'multilink'))
  return [...uuidsIn(stories, isLink)].filter((uuid) => byUuid(library, uuid, form))
}

/** Collects the strings (alone or in an array) of the fields that `isWanted` accepts, anywhere in the content. */
function uuidsIn(
  stories: DeliveredStory[],
  isWanted: (object: Record<string, unknown>, field: string) => boolean,
): Set<string> {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [field, item] of Object.entries(value)) {
      if (!Array.isArray(value) && isWanted(value as Record<string, unknown>, field)) {
        for (const uuid of [item].flat()) if (typeof uuid === 'string') found.add(uuid)
      }
      visit(item)
    }
  }
  for (const story of stories) visit(story.content)
  return found
}
