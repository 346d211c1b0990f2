import { z } from 'zod'
import { Asset, Audience, Blocks, EquipmentId, Facts } from './blocks.ts'

const text = z.string().catch('')
const instant = z.string().nullable().catch(null)

/** Root of an ordinary page; it takes the accent of its audience. */
export const PageContent = z.object({
  component: z.literal('page'),
  _uid: text,
  _editable: z.string().optional(),
  title: text,
  description: text,
  audience: Audience,
  body: Blocks,
})
export type PageContent = z.infer<typeof PageContent>

/** Root of a machine's page. Joined by `resource` with workshop management, by `machine_type` with the labels. */
export const MachineContent = z.object({
  component: z.literal('machine'),
  _uid: text,
  _editable: z.string().optional(),
  resource: EquipmentId,
  machine_type: text,
  title: text,
  summary: text,
  drawing: Asset,
  facts: Facts,
  body: Blocks,
})
export type MachineContent = z.infer<typeof MachineContent>

/** A root content type that this version does not know. */
const UnknownContent = z.object({ component: text, _uid: text }).catch(() => ({ component: '', _uid: '' }))

const StoryContent = z.union([
  z.discriminatedUnion('component', [PageContent, MachineContent]),
  UnknownContent,
])

/** Root content by component name, for `storiesOfType`. */
export interface ContentTypes {
  page: PageContent
  machine: MachineContent
}

/** The address of a story in another language; `path` is a full slug without the language's prefix. */
export const TranslatedSlug = z.object({
  path: z.string(),
  name: z.string().nullable().catch(null),
  lang: z.string(),
})

/** A story as the Content Delivery API v2 gives it (Storyblok's story object), as far as the site reads it. */
export const Story = z.object({
  id: z.number().int(),
  uuid: z.string(),
  name: text,
  slug: text,
  full_slug: z.string(),
  lang: z.string().catch('default'),
  content: StoryContent,
  created_at: instant,
  updated_at: instant,
  published_at: instant,
  first_published_at: instant,
  position: z.number().catch(0),
  is_startpage: z.boolean().catch(false),
  parent_id: z.number().nullable().catch(null),
  tag_list: z.array(z.string()).catch([]),
  translated_slugs: z.array(TranslatedSlug).nullable().catch(null),
  /** Path of the page on the site in each language (`/`, `/en/equipment/laser-cutter`); `clients/content.ts` fills it. */
  addresses: z.object({ de: z.string(), en: z.string() }).catch({ de: '', en: '' }),
})
export type Story = z.infer<typeof Story>

/** A story whose root content type is known. */
export type StoryOf<Type extends keyof ContentTypes> = Omit<Story, 'content'> & {
  content: ContentTypes[Type]
}

/** One entry of `cdn/links`; `slug` is the full slug, for folders too. */
export const StoryLink = z.object({
  id: z.number().int(),
  uuid: z.string(),
  slug: z.string(),
  name: text,
  published: z.boolean().catch(false),
  parent_id: z.number().nullable().catch(null),
  is_folder: z.boolean().catch(false),
  is_startpage: z.boolean().catch(false),
  position: z.number().catch(0),
  alternates: z
    .array(
      z.object({
        path: z.string(),
        name: z.string().nullable().catch(null),
        lang: z.string(),
        translated_slug: z.string().nullable().catch(null),
      }),
    )
    .catch([]),
})
export type StoryLink = z.infer<typeof StoryLink>
