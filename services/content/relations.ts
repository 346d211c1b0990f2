import { assetAddress, type DeliveredStory, findStory, type Form, type FoundStory } from './delivery.ts'
import type { Library } from './library.ts'
import { linkOf } from './links.ts'
import type { FormQuery } from './parameters.ts'

type Json = Record<string, unknown>
type IsWanted = (object: Json, field: string) => boolean

/** A longer list is sent as uuids only; the client then requests those stories, 50 at a time. */
const maxResolved = 50

/** Returns `rels` or `rel_uuids`, `links` or `link_uuids`, and `assets` of a response body, as the query requests them. */
export function resolved(library: Library, stories: DeliveredStory[], form: Form, query: FormQuery): Json {
  const { resolve_relations: relations, resolve_links: links } = query
  const patterns = new Set(relations)
  const isRelation: IsWanted = (block, field) => patterns.has(`${String(block.component)}.${field}`)
  return {
    ...(relations?.length && listed('rel', namedIn(isRelation, query.resolve_level), ({ story }) => story)),
    ...(links && links !== '0' && listed('link', namedIn(isLink, query.resolve_links_level), asLink)),
    ...(query.resolve_assets && { assets: assetsOf(library, stories) }),
  }

  /** Returns the stories that the content names in the wanted fields, over one level or two. */
  function namedIn(isWanted: IsWanted, levels = '1'): FoundStory[] {
    const found = new Map<string, FoundStory>()
    let level = stories
    for (let depth = Number(levels); depth > 0; depth--) {
      const uuids = uuidsIn(level, isWanted).filter((uuid) => !found.has(uuid))
      const fresh = uuids.flatMap((uuid) => findStory(library, form, (placed) => placed.uuid === uuid) ?? [])
      for (const one of fresh) found.set(one.placed.uuid, one)
      level = fresh.map(({ story }) => story)
    }
    return [...found.values()]
  }

  function asLink({ placed, story }: FoundStory): object {
    if (links === 'story' || links === '1') return story
    const { id, uuid, name, slug, full_slug } = story
    if (links === 'url') return { id, name, slug, full_slug, url: full_slug, uuid }
    return { ...linkOf(library, placed), full_slug }
  }
}

function listed(name: 'rel' | 'link', found: FoundStory[], form: (one: FoundStory) => object): Json {
  if (found.length > maxResolved) return { [`${name}_uuids`]: found.map(({ placed }) => placed.uuid) }
  return { [`${name}s`]: found.map(form) }
}

/** A multilink names its story in `id`, a link in rich text in `uuid`. */
const isLink: IsWanted = (object, field) =>
  object.linktype === 'story' && (field === 'uuid' || (field === 'id' && object.fieldtype === 'multilink'))

/** Returns the strings (alone or in an array) of the wanted fields, each once. */
function uuidsIn(stories: DeliveredStory[], isWanted: IsWanted): string[] {
  const found = new Set<string>()
  for (const object of objectsIn(stories.map(({ content }) => content))) {
    for (const [field, value] of Object.entries(object)) {
      if (!isWanted(object, field)) continue
      for (const uuid of [value].flat()) if (typeof uuid === 'string') found.add(uuid)
    }
  }
  return [...found]
}

/** Returns the files of this space that the stories name, in Storyblok's form. The texts are those of the field. */
function assetsOf(library: Library, stories: DeliveredStory[]): Json[] {
  const byAddress = new Map([...library.assets.values()].map((file) => [assetAddress(library, file), file]))
  const assets = new Map<string, Json>()
  for (const object of objectsIn(stories.map(({ content }) => content))) {
    const { id = null, filename, src, alt = '', title = '', copyright = '', focus = '' } = object
    const file = byAddress.get(String(filename ?? src))
    if (!file) continue
    const address = assetAddress(library, file)
    assets.set(`${String(id)} ${address}`, {
      id,
      content_type: file.type.split(';')[0],
      content_length: file.bytes.length,
      created_at: null,
      updated_at: null,
      deleted_at: null,
      alt,
      title,
      copyright,
      focus,
      s3_filename: address.slice(library.assetBase.length + 1),
      meta_data: { size: `${file.width ?? ''}x${file.height ?? ''}` },
    })
  }
  return [...assets.values()]
}

function* objectsIn(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Json
  for (const item of Object.values(value)) yield* objectsIn(item)
}
