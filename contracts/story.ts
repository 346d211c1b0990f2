import { z } from 'zod'
import { Asset, Audience, Blocks, Facts, ForeignId } from './blocks.ts'
import { RichText } from './richtext.ts'

const text = z.string().catch('')

function root<Name extends string, Shape extends z.core.$ZodShape>(name: Name, shape: Shape) {
  return z.object({ component: z.literal(name), _uid: text, _editable: z.string().optional(), ...shape })
}

/**
 * Root of an ordinary page; it takes the accent of its audience. `menu`: where the frame of every page links to it,
 * `legal` for what the law wants to be found everywhere.
 */
export const PageContent = root('page', {
  title: text,
  description: text,
  audience: Audience,
  menu: z.enum(['', 'main', 'footer', 'legal']).catch(''),
  body: Blocks,
})
export type PageContent = z.infer<typeof PageContent>

/** Root of a machine's page. Joined by `resource` with workshop management, by `machine_type` with the labels. */
export const MachineContent = root('machine', {
  resource: ForeignId,
  machine_type: text,
  title: text,
  summary: text,
  drawing: Asset,
  facts: Facts,
  body: Blocks,
})
export type MachineContent = z.infer<typeof MachineContent>

/**
 * Root of a workshop's page. Joined by `course` with the backend's courses, by `grade` with the label group
 * workshop-grade, by `topic` with machine-types ('' = none); `trainer` is the uuid of a trainer's story. `duration` in
 * words ("2 Abende").
 */
export const WorkshopContent = root('workshop', {
  course: ForeignId,
  grade: text,
  topic: text,
  audience: Audience,
  title: text,
  summary: text,
  drawing: Asset,
  facts: Facts,
  duration: text,
  trainer: text,
  learn: RichText,
  body: Blocks,
})
export type WorkshopContent = z.infer<typeof WorkshopContent>

/** Root of a project that somebody made in the space; `machines` are uuids of machine stories. */
export const ProjectCardContent = root('project-card', {
  audience: Audience,
  title: text,
  summary: text,
  maker: text,
  made_in: text,
  drawing: Asset,
  machines: z.array(z.string()).catch([]),
  body: Blocks,
})
export type ProjectCardContent = z.infer<typeof ProjectCardContent>

/** Root of a person's page: who teaches what. `email` may stay empty. */
export const TrainerContent = root('trainer', {
  title: text,
  role: text,
  summary: text,
  drawing: Asset,
  email: text,
  body: Blocks,
})
export type TrainerContent = z.infer<typeof TrainerContent>

/**
 * Root of a safety instruction: the sections among its blocks are what a version of the instruction keeps. Its questions
 * are no content, because content can be read by everybody.
 */
export const InstructionContent = root('instruction', {
  title: text,
  summary: text,
  drawing: Asset,
  body: Blocks,
})
export type InstructionContent = z.infer<typeof InstructionContent>

/** A root content type that this version does not know. */
const UnknownContent = z.object({ component: text, _uid: text }).catch(() => ({ component: '', _uid: '' }))

const contentTypes = [
  PageContent,
  MachineContent,
  WorkshopContent,
  ProjectCardContent,
  TrainerContent,
  InstructionContent,
] as const
type KnownContent = z.infer<(typeof contentTypes)[number]>
const StoryContent = z.union([z.discriminatedUnion('component', contentTypes), UnknownContent])

/** Root content by component name, for `storiesOfType`. */
export type ContentTypes = { [Content in KnownContent as Content['component']]: Content }

/** The address of a story in another language; `path` is a full slug without the language's prefix. */
export const TranslatedSlug = z.object({
  path: z.string(),
  name: z.string().nullable().catch(null),
  lang: z.string(),
})

/** A story of the Content Delivery API v2 (Storyblok's story object), as far as the site reads it. */
export const Story = z.object({
  id: z.number().int(),
  uuid: z.string(),
  name: text,
  full_slug: z.string(),
  content: StoryContent,
  /** Path of the page on the site in each language (`/`, `/en/equipment/laser-cutter`); `clients/content/content.ts` fills it. */
  addresses: z.object({ de: z.string(), en: z.string() }).catch({ de: '', en: '' }),
})
export type Story = z.infer<typeof Story>

/** A story whose root content type is known. */
export type StoryOf<Type extends keyof ContentTypes> = Omit<Story, 'content'> & {
  content: ContentTypes[Type]
}

/** A story of a kind that the site draws. */
export type KnownStory = { [Type in keyof ContentTypes]: StoryOf<Type> }[keyof ContentTypes]

/** An entry of `cdn/links`, as far as the site reads it; `slug` is the full slug, for folders too. */
export const StoryLink = z.object({
  uuid: z.string(),
  slug: z.string(),
  published: z.boolean().catch(false),
  is_folder: z.boolean().catch(false),
  alternates: z.array(z.object({ path: z.string(), lang: z.string() })).catch([]),
})
export type StoryLink = z.infer<typeof StoryLink>
