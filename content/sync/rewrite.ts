import { isObject, type Json } from './json.ts'

/** Looks up stories and files of the other side. */
export interface OtherSide {
  /** Returns the other side's uuid of a story; undefined for an unknown uuid. */
  story(uuid: string): string | undefined
  /** Returns the other side's address and number of a file. */
  asset(filename: string): { filename: string; id: number | null } | undefined
}

/**
 * Returns content with the ids of the other side, because a space assigns its own to stories and files.
 *
 * Links, rich text, references and plugins all name a story by its uuid, and no other text equals a known uuid. So every
 * text is looked up, in unknown components too.
 */
export function rewritten(content: Json, side: OtherSide): Json {
  return rewrite(content, side) as Json
}

function rewrite(value: unknown, side: OtherSide): unknown {
  if (typeof value === 'string') return side.story(value) ?? value
  if (Array.isArray(value)) return value.map((item) => rewrite(item, side))
  if (!isObject(value)) return value
  // `_editable` marks blocks for the Visual Editor; it is part of a response, not of the content.
  const fields = Object.entries(value).filter(([name]) => name !== '_editable')
  const result = Object.fromEntries(
    fields.map(([name, field]) => [name, name === '_uid' ? field : rewrite(field, side)]),
  )
  const asset = result['fieldtype'] === 'asset' && side.asset(String(result['filename']))
  if (asset) return { ...result, ...asset }
  const { attrs } = result
  const image = isObject(attrs) && result['type'] === 'image' && side.asset(String(attrs['src']))
  if (!image) return result
  const id = Object.hasOwn(attrs, 'id') && { id: image.id }
  return { ...result, attrs: { ...attrs, src: image.filename, ...id } }
}

/**
 * Returns content for a comparison: Storyblok may add slashes around the address of a linked story, and the story
 * itself.
 */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (!isObject(value)) return value
  const isLink = value['fieldtype'] === 'multilink' && value['linktype'] === 'story'
  const fields = Object.entries(value).filter(([name]) => !(isLink && name === 'story'))
  return Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      isLink && name === 'cached_url' ? String(field).replace(/^\/|\/$/g, '') : comparable(field),
    ]),
  )
}

/** Returns the part of an asset's address that is equal on every host: `/f/<space>/…`. */
export function assetKey(filename: string): string {
  return /\/f\/\d+\/.*$/.exec(filename)?.[0] ?? filename
}

/** Returns the address for pages. The API names the storage host, which does not scale pictures. */
export function assetAddress(filename: string): string {
  return filename.replace(/^(?:https?:)?\/\/s3\.amazonaws\.com\//, 'https://').replace(/^\/\//, 'https://')
}
