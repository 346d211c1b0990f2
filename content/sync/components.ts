import type { SpaceComponent } from '../../clients/storyblok/management-schemas.ts'
import { isObject, type Json, same } from './json.ts'
import { checksum } from './sync-state.ts'

/** A component in the Management API's format, without ids, groups, tags and presets. */
export type Component = Json & { name: string; schema: Record<string, Json> }

const attributes =
  'name display_name description is_root is_nestable color icon image preview_field preview_tmpl content_type_asset_preview metadata'.split(
    ' ',
  )

/** The part of a `defineBlock` result that is read. */
interface Block {
  name: string
  fields: readonly object[]
}

/**
 * Converts the blocks of `content/schema/index.ts` to the Management API's format: `allow` becomes `component_whitelist`,
 * `datasource` becomes `datasource_slug`.
 */
export function componentsOf(blocks: Record<string, Block>): Component[] {
  return Object.values(blocks).map(({ fields, ...block }) => ({
    ...picked(block),
    name: block.name,
    schema: Object.fromEntries(fields.map((field) => fieldOf(field as Json))),
  }))
}

function fieldOf({ name, allow, datasource, ...field }: Json): [string, Json] {
  return [
    String(name),
    {
      ...field,
      ...(datasource !== undefined && { datasource_slug: datasource }),
      ...(Array.isArray(allow) && {
        component_whitelist: allow,
        ...(field['type'] === 'bloks' && { restrict_components: true, restrict_type: '' }),
      }),
    },
  ]
}

/** Merges the additions of editors (`content/schema/components.json`) into our components. */
export function merged(own: Component[], additions: Component[]): Component[] {
  const names = new Set([...own, ...additions].map(({ name }) => name))
  return [...names].map((name) => {
    const ours = own.find((component) => component.name === name)
    const theirs = additions.find((component) => component.name === name)
    return {
      ...ours,
      ...theirs,
      name,
      schema: mergedSchema(ours?.schema ?? {}, theirs?.schema ?? {}),
    }
  })
}

function mergedSchema(below: Record<string, Json>, above: Record<string, Json>): Record<string, Json> {
  const names = new Set([...Object.keys(below), ...Object.keys(above)])
  return Object.fromEntries([...names].map((name) => [name, { ...below[name], ...above[name] }]))
}

/** Returns what the space adds to our components or changes in them: the content of `content/schema/components.json`. */
export function additionsOf(space: SpaceComponent[], own: Component[]): Component[] {
  return space.flatMap((component): Component[] => {
    const ours = own.find(({ name }) => name === component.name)
    const schema = Object.fromEntries(
      Object.entries(withoutIds(component.schema ?? {})).flatMap(([name, field]) => {
        const ourField = ours?.schema[name]
        const other = ourField ? { ...differing(field, ourField), ...removedFrom(ourField, field) } : field
        return ourField && Object.keys(other).length === 0 ? [] : [[name, other]]
      }),
    )
    const { schema: _, ...ourAttributes } = ours ?? { schema: {} }
    const given = picked(component)
    const other = ours ? { ...differing(given, ours), ...removedFrom(ourAttributes, given) } : given
    if (ours && Object.keys(other).length === 0 && Object.keys(schema).length === 0) return []
    return [{ name: component.name, ...other, schema }]
  })
}

/** Returns an empty value for each attribute that the space removed: an unset flag is a change too. */
function removedFrom(ours: Json, theirs: Json): Json {
  const gone = Object.entries(ours).filter(
    ([name, value]) => theirs[name] === undefined && !same(value, null),
  )
  const nothing = (value: unknown) => (typeof value === 'boolean' ? false : Array.isArray(value) ? [] : null)
  return Object.fromEntries(gone.map(([name, value]) => [name, nothing(value)]))
}

function withoutIds(schema: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(schema).map(([name, field]) => {
      const { id: _, ...rest } = field
      return [name, rest]
    }),
  )
}

/** Returns a checksum of a block of the space, without ids and times. */
export function blockState(component: SpaceComponent): string {
  const { schema } = component
  return checksum({ ...picked(component), schema: schema && withoutIds(schema) })
}

/** Whether the space's component lacks something of ours. Its additional fields do not count. */
export function differs(space: SpaceComponent, ours: Component): boolean {
  if (attributes.some((name) => Object.hasOwn(ours, name) && !same(ours[name], space[name]))) return true
  return Object.entries(ours.schema).some(([name, field]) => {
    const there = space.schema?.[name]
    return !there || Object.keys(differing(field, there)).length > 0
  })
}

/** Adds the fields that only the space has to our component, because an update replaces the whole schema. */
export function withFieldsOf(space: SpaceComponent, ours: Component): Component {
  return { ...ours, schema: mergedSchema(space.schema ?? {}, ours.schema) }
}

function differing(value: Json, from: Json): Json {
  return Object.fromEntries(Object.entries(value).filter(([name, item]) => !same(item, from[name])))
}

function picked(component: object): Json {
  return Object.fromEntries(
    Object.entries(component).filter(([name, value]) => attributes.includes(name) && value !== null),
  )
}

/** @throws Error when the file is not a list of components */
export function readAdditions(text: string): Component[] {
  const list: unknown = JSON.parse(text)
  if (
    Array.isArray(list) &&
    list.every((item) => isObject(item) && item['name'] && isObject(item['schema']))
  ) {
    return list as Component[]
  }
  throw new Error('schema/components.json: a list of components with name and schema is expected.')
}
