import { randomUUID } from 'node:crypto'

type Json = Record<string, unknown>
interface DoubleStory extends Json {
  id: number
  uuid: string
  name: string
  slug: string
  parent_id: number
  is_folder: boolean
  is_startpage: boolean
  content: Json
  published: boolean
  unpublished_changes: boolean
  translated_slugs: { id: number; lang: string; slug: string; name: string | null }[]
}
interface Version {
  story_id: number
  status: string
  created_at: string
  content: Json
}

/** A refusal of Storyblok: a status and its body. */
export class Refusal extends Error {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    super(String(status))
    this.status = status
    this.body = body
  }
}

/** A space in memory that follows the Management API's documentation; it assigns its own ids and uuids. */
export function createSpace() {
  let lastId = 7_000_000
  let ticks = Date.parse('2026-06-01T08:00:00.000Z')
  const nextId = () => (lastId += 13)
  const now = () => new Date((ticks += 1000)).toISOString()
  const components: Json[] = []
  const datasources: (Json & { id: number; dimensions: Json[] })[] = []
  const entries: (Json & { id: number; datasource_id: number; values: Record<number, string> })[] = []
  const stories: DoubleStory[] = []
  const versions: Version[] = []
  const assets: (Json & { id: number; filename: string; bytes: Buffer | null })[] = []
  const assetFolders: { id: number; name: string; parent_id: number }[] = []

  const found = <T extends { id?: unknown }>(list: T[], id: number): T => {
    const item = list.find((one) => one.id === id)
    if (!item) throw new Refusal(404, ['This record could not be found'])
    return item
  }
  const checkComponent = ({ name, schema }: Json, self?: Json) => {
    if (!/^[a-z0-9_-]+$/.test(String(name))) throw new Refusal(422, { name: ['is invalid'] })
    if (components.some((one) => one !== self && one['name'] === name)) {
      throw new Refusal(422, { name: ['has already been taken'] })
    }
    for (const [field, value] of Object.entries((schema ?? {}) as Record<string, Json>)) {
      if (!value['type']) throw new Refusal(422, { schema: [`field ${field} has no type`] })
    }
  }
  const fullSlug = (story: DoubleStory): string => {
    const folder = story.parent_id ? `${fullSlug(found(stories, story.parent_id))}/` : ''
    return story.is_startpage && folder ? folder : folder + story.slug
  }
  const shown = (story: DoubleStory) => ({ ...story, full_slug: fullSlug(story) })
  const setSlugs = (story: DoubleStory, given: unknown) => {
    for (const { id, lang, slug, name } of (given ?? []) as DoubleStory['translated_slugs']) {
      const known = story.translated_slugs.find((one) => one.id === id)
      if (known) Object.assign(known, { slug, name })
      else if (story.translated_slugs.some((one) => one.lang === lang)) {
        throw new Refusal(422, { translated_slugs: ['lang has already been taken'] })
      } else story.translated_slugs.push({ id: nextId(), lang, slug, name: name ?? null })
    }
  }
  const checkStory = (story: DoubleStory) => {
    if (!story.name) throw new Refusal(422, { name: ["can't be blank"] })
    if (story.parent_id) found(stories, story.parent_id)
    const others = stories.filter((one) => one !== story && one.parent_id === story.parent_id)
    if (others.some(({ slug }) => slug === story.slug))
      throw new Refusal(422, { slug: ['has already been taken'] })
    if (!story.is_folder && !story.content['component'])
      throw new Refusal(422, { content: ['has no component'] })
  }
  const publish = (story: DoubleStory) => {
    Object.assign(story, { published: true, unpublished_changes: false, published_at: now() })
    story['first_published_at'] ??= story['published_at']
    versions.push({
      story_id: story.id,
      status: 'published',
      created_at: now(),
      content: structuredClone(story.content),
    })
  }

  return {
    components,
    datasources,
    entries,
    stories,
    assets,
    assetFolders,
    versions,
    found,
    shown,
    nextId,
    now,
    addComponent(component: Json) {
      checkComponent(component)
      // Storyblok gives fields an id and returns unset attributes as null.
      const schema = withFieldIds(component['schema'])
      const made = { id: nextId(), created_at: now(), preview_tmpl: null, color: null, ...component, schema }
      components.push(made)
      return made
    },
    changeComponent(id: number, component: Json) {
      const there = found(components as { id: number }[], id) as Json
      checkComponent({ ...there, ...component }, there)
      Object.assign(there, component, { schema: withFieldIds(component['schema']), updated_at: now() })
    },
    setDimensions(datasource: { dimensions: Json[] }, given: unknown) {
      for (const { id, name, entry_value } of (given ?? []) as Json[]) {
        const known = datasource.dimensions.find((one) => one['id'] === id)
        if (known) Object.assign(known, { name, entry_value })
        else datasource.dimensions.push({ id: nextId(), name, entry_value })
      }
    },
    addStory(given: Json): DoubleStory {
      const { translated_slugs_attributes, ...attributes } = given
      const story = {
        parent_id: 0,
        is_folder: false,
        is_startpage: false,
        position: 0,
        tag_list: [],
        sort_by_date: null,
        published_at: null,
        first_published_at: null,
        group_id: randomUUID(),
        content: {},
        ...attributes,
        id: nextId(),
        uuid: randomUUID(),
        published: false,
        unpublished_changes: false,
        created_at: now(),
        updated_at: now(),
        translated_slugs: [],
      } as unknown as DoubleStory
      checkStory(story)
      setSlugs(story, translated_slugs_attributes)
      stories.push(story)
      return story
    },
    changeStory(id: number, given: Json, isPublished: boolean): DoubleStory {
      const story = found(stories, id)
      const { translated_slugs_attributes, ...attributes } = given
      checkStory(Object.assign(story, attributes, { updated_at: now() }))
      setSlugs(story, translated_slugs_attributes)
      if (isPublished) publish(story)
      else story.unpublished_changes = story.published && !story.is_folder
      return story
    },
    changeAsset(id: number, given: Json) {
      const { meta_data, ...own } = given
      Object.assign(found(assets, id), own, meta_data, { meta_data, updated_at: now() })
    },
    unpublish(id: number) {
      Object.assign(found(stories, id), { published: false, unpublished_changes: false, updated_at: now() })
    },
  }
}
function withFieldIds(schema: unknown): Json {
  const fields = Object.entries((schema ?? {}) as Record<string, Json>)
  return Object.fromEntries(fields.map(([name, field]) => [name, { id: `field-${name}`, ...field }]))
}
