import type { SpaceComponent } from '../../clients/storyblok/management-schemas.ts'
import { isObject, type Json, same } from './json.ts'
import { checksum } from './twins.ts'

/** A component as the Management API has it, as far as it is moved: ids, groups, tags and presets stay in the space. */
export type Component = Json & { name: string; schema: Record<string, Json> }

const attributes =
  'name display_name description is_root is_nestable color icon image preview_field preview_tmpl content_type_asset_preview metadata'.split(
    ' ',
  )

/** What `defineBlock` gives, as far as it is read. */
interface Block {
  name: string
  fields: readonly object[]
}

/**
 * The blocks of `content/schema/index.ts` in the words of the Management API: `allow` is `component_whitelist` there,
 * `datasource` is `datasource_slug`.
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

/** Our components with what editors changed in the space (`content/schema/components.json`), and theirs. */
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

/** What the space has more than, or other than, our components: the content of `content/schema/components.json`. */
export function additionsOf(space: SpaceComponent[], own: Component[]): Component[] {
  return space.flatMap((component): Component[] => {
    const ours = own.find(({ name }) => name === component.name)
    const schema = Object.fromEntries(
      Object.entries(withoutIds(component.schema ?? {})).flatMap(([name, kept]) => {
        const ourField = ours?.schema[name]
        const other = ourField ? { ...differing(kept, ourField), ...takenAway(ourField, kept) } : kept
        return ourField && Object.keys(other).length === 0 ? [] : [[name, other]]
      }),
    )
    const { schema: _, ...ourAttributes } = ours ?? { schema: {} }
    const given = picked(component)
    const other = ours ? { ...differing(given, ours), ...takenAway(ourAttributes, given) } : given
    if (ours && Object.keys(other).length === 0 && Object.keys(schema).length === 0) return []
    return [{ name: component.name, ...other, schema }]
  })
}

/** What ours has and the space took away, as nothing of its kind: a flag that is no longer set is a change, too. */
function takenAway(ours: Json, theirs: Json): Json {
  const gone = Object.entries(ours).filter(
    ([name, value]) => theirs[name] === undefined && !same(value, null),
  )
  const nothing = (value: unknown) => (typeof value === 'boolean' ? false : Array.isArray(value) ? [] : null)
  return Object.fromEntries(gone.map(([name, value]) => [name, nothing(value)]))
}

function withoutIds(schema: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(schema).map(([name, field]) => {
      const { id: _, ...kept } = field
      return [name, kept]
    }),
  )
}

/** A block of the space as it was made by people, as one checksum: without ids and times. */
export function blockState(component: SpaceComponent): string {
  const { schema } = component
  return checksum({ ...picked(component), schema: schema && withoutIds(schema) })
}

/** Whether the space's component lacks something that ours has. Fields that it has more do not count. */
export function differs(space: SpaceComponent, ours: Component): boolean {
  if (attributes.some((name) => Object.hasOwn(ours, name) && !same(ours[name], space[name]))) return true
  return Object.entries(ours.schema).some(([name, field]) => {
    const there = space.schema?.[name]
    return !there || Object.keys(differing(field, there)).length > 0
  })
}

/** Ours, with the fields and field attributes that only the space has: a change takes the whole schema. */
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

/** @throws Error when the file is no list of components */
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
