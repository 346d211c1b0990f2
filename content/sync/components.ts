import { z } from 'zod'
import type { SpaceComponent } from '../../clients/storyblok/management-schemas.ts'
import { type Json, same } from './json.ts'
import { checksum } from './sync-state.ts'

/** A component in the Management API's format, without ids, groups, tags and presets. */
export const Component = z.looseObject({
  name: z.string().min(1),
  schema: z.record(z.string(), z.looseObject({})),
})
export type Component = z.infer<typeof Component>

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

/** Lays fields over others of the same names. */
export function mergedSchema(below: Record<string, Json>, above: Record<string, Json>): Record<string, Json> {
  const names = new Set([...Object.keys(below), ...Object.keys(above)])
  return Object.fromEntries([...names].map((name) => [name, { ...below[name], ...above[name] }]))
}

/**
 * Returns what the space adds to our component or changes in it, an entry of `content/schema/components.json`; null for
 * nothing.
 */
export function additionOf(component: SpaceComponent, own: Component[]): Component | null {
  const ours = own.find(({ name }) => name === component.name)
  const given = picked(component)
  const fields = withoutIds(component.schema ?? {})
  if (!ours) return { name: component.name, ...given, schema: fields }
  const { schema: ourFields, ...ourAttributes } = ours
  const attributes = changesOf(given, ourAttributes)
  const schema = Object.fromEntries(
    Object.entries(fields)
      .map(([name, field]) => [name, ourFields[name] ? changesOf(field, ourFields[name]) : field] as const)
      .filter(([name, field]) => !ourFields[name] || Object.keys(field).length > 0),
  )
  const isEqual = Object.keys({ ...attributes, ...schema }).length === 0
  return isEqual ? null : { name: component.name, ...attributes, schema }
}

/** Returns the attributes that the space has otherwise. One that it removed is empty: an unset flag is a change too. */
function changesOf(theirs: Json, ours: Json): Json {
  const gone = Object.entries(ours).filter(
    ([name, value]) => theirs[name] === undefined && !same(value, null),
  )
  const nothing = (value: unknown) => (typeof value === 'boolean' ? false : Array.isArray(value) ? [] : null)
  return {
    ...differing(theirs, ours),
    ...Object.fromEntries(gone.map(([name, value]) => [name, nothing(value)])),
  }
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

function differing(value: Json, from: Json): Json {
  return Object.fromEntries(Object.entries(value).filter(([name, item]) => !same(item, from[name])))
}

function picked(component: object): Json {
  return Object.fromEntries(
    Object.entries(component).filter(([name, value]) => attributes.includes(name) && value !== null),
  )
}
