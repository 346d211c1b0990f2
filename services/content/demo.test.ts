import { validateSchema, validateStory } from '@storyblok/schema'
import { describe, expect, test } from 'vitest'
import { schema } from '../../content/schema/index.ts'
import { storyPages } from '../../contracts/addresses.ts'
import { blocks } from '../../contracts/blocks.ts'
import {
  InstructionContent,
  MachineContent,
  PageContent,
  ProjectCardContent,
  TrainerContent,
  WorkshopContent,
} from '../../contracts/story.ts'
import { readLibrary } from './library.ts'

const library = readLibrary('content')

describe('the demo content', () => {
  test('no file is left out', () => {
    expect(library.problems).toEqual([])
  })

  test('its components pass Storyblok’s schema check', () => {
    expect(validateSchema(schema).issues).toEqual([])
  })

  test('its components have exactly the fields of the contract', () => {
    const read = {
      ...blocks,
      page: PageContent,
      machine: MachineContent,
      workshop: WorkshopContent,
      'project-card': ProjectCardContent,
      trainer: TrainerContent,
      instruction: InstructionContent,
    }
    const fields = Object.fromEntries(
      Object.entries(read).map(([name, { shape }]) => [
        name,
        Object.keys(shape).filter((field) => !['component', '_uid', '_editable'].includes(field)),
      ]),
    )
    const given = Object.fromEntries(
      Object.values(schema.blocks).map(({ name, fields: own }) => [name, own.map((field) => field.name)]),
    )
    expect(given).toEqual(fields)
  })

  test.each(library.stories.map((story) => [story.fullSlug, story.file.content] as const))(
    '%s passes Storyblok’s story check',
    (_, content) => {
      expect(validateStory({ content }, schema).issues).toEqual([])
    },
  )

  test('every text has an English translation', () => {
    const missing = library.stories.flatMap((story) => untranslated(story.file.content, story.fullSlug))
    expect(missing).toEqual([])
  })

  test('every story has an English address, and every link leads to a story or a screen', () => {
    const uuids = new Set(library.stories.map(({ uuid }) => uuid))
    for (const { file, fullSlug } of library.stories) {
      if (fullSlug !== 'home') expect(file.translated_slugs.map(({ lang }) => lang)).toEqual(['en'])
      for (const link of linksIn(file.content)) expect(uuids, `${fullSlug} → ${link}`).toContain(link)
    }
  })

  test.each(Object.entries(storyPages))('the story %s that screens link to exists', (_, address) => {
    const found = library.stories.find(({ fullSlug }) => fullSlug === address.de)
    expect(found?.file.translated_slugs).toMatchObject([{ path: address.en, lang: 'en' }])
  })

  test('every drawing that a story names exists', () => {
    for (const { file } of library.stories) {
      for (const filename of assetsIn(file.content)) expect([...library.assets.keys()]).toContain(filename)
    }
  })

  test('datasources equal their copies in the schema', () => {
    const given = Object.values(schema.datasources).map(({ name, slug }) => ({ name, slug }))
    const sorted = (list: { slug: string }[]) => list.toSorted((a, b) => a.slug.localeCompare(b.slug))
    expect(sorted(library.datasources.map(({ name, slug }) => ({ name, slug })))).toEqual(sorted(given))
  })
})

const translatable = new Map(
  Object.values(schema.blocks).map(({ name, fields }) => [
    name,
    fields.flatMap((field) => ('translatable' in field && field.translatable ? [field.name] : [])),
  ]),
)

function untranslated(value: unknown, place: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => untranslated(item, `${place}.${index}`))
  if (typeof value !== 'object' || value === null) return []
  const fields = value as Record<string, unknown>
  const own = (translatable.get(String(fields.component)) ?? []).filter(
    (name) => isText(fields[name]) && !isText(fields[`${name}__i18n__en`]),
  )
  return [
    ...own.map((name) => `${place}.${name}`),
    ...Object.entries(fields).flatMap(([name, item]) => untranslated(item, `${place}.${name}`)),
  ]
}

/** A link to a story is the same in both languages; everything else that is filled needs a translation. */
function isText(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value)
  if ('linktype' in value)
    return value.linktype === 'url' && String((value as { url?: string }).url).startsWith('/')
  return !('filename' in value) || Boolean(value.filename)
}

function linksIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { linktype, id, uuid, fieldtype } = value as Record<string, unknown>
  const own = linktype === 'story' ? [String(fieldtype === 'multilink' ? id : uuid)] : []
  return [...own, ...Object.values(value).flatMap(linksIn)]
}

function assetsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { fieldtype, filename } = value as { fieldtype?: unknown; filename?: string }
  const own = fieldtype === 'asset' && filename ? [filename] : []
  return [...own, ...Object.values(value).flatMap(assetsIn)]
}
