import { isObject, type Json } from './json.ts'

/** What stories and files are called on the other side. */
export interface OtherSide {
  /** The uuid there of a story, undefined when it is none of ours. */
  story(uuid: string): string | undefined
  /** Name and number there of a file. */
  asset(filename: string): { filename: string; id: number | null } | undefined
}

/**
 * Content with the ids of the other side: a space gives its own to stories and files.
 *
 * A story is named by its uuid in links, rich text, references and plugins alike, and no other text looks like a known
 * uuid, so every text is looked up; components that this site does not know are moved as well.
 */
export function rewritten(content: Json, side: OtherSide): Json {
  return rewrite(content, side) as Json
}

function rewrite(value: unknown, side: OtherSide): unknown {
  if (typeof value === 'string') return side.story(value) ?? value
  if (Array.isArray(value)) return value.map((item) => rewrite(item, side))
  if (!isObject(value)) return value
  // `_editable` marks blocks for the Visual Editor; it belongs to an answer, not to the content.
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
 * Content as it is compared: Storyblok may write the address of a linked story with slashes around it, and adds the
 * story itself.
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

/** The part of an asset's address that stays the same on every host of it: `/f/<space>/…`. */
export function assetKey(filename: string): string {
  return /\/f\/\d+\/.*$/.exec(filename)?.[0] ?? filename
}

/** The address that pages use: the API names the storage, which does not scale pictures. */
export function assetAddress(filename: string): string {
  return filename.replace(/^(?:https?:)?\/\/s3\.amazonaws\.com\//, 'https://').replace(/^\/\//, 'https://')
}
