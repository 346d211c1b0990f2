import { z } from 'zod'
import { embedded, RichText } from './richtext.ts'

/*
 * The blocks that a story is made of. A field that the CMS does not give takes a plain default ('' / [] / null),
 * so a half-filled story never breaks a page. To add a block: one schema here, one line in `blocks`,
 * its fields in `content/schema/index.ts`, and its component in `app/blocks/`.
 */

const text = z.string().catch('')

/** The audiences of the site; also the three variants of a button. '' = none in particular. */
export const Audience = z.enum(['', 'makerspace', 'education', 'cooperation']).catch('')
export type Audience = z.infer<typeof Audience>

/** A picture; null where the editor chose none. `filename` is an absolute URL. */
export const Asset = z
  .object({ filename: z.string().min(1), alt: text, title: text, copyright: text, focus: text })
  .nullable()
  .catch(null)
export type Asset = z.infer<typeof Asset>

/**
 * A Storyblok multilink; null where the editor chose none, or a page that is not published.
 * `href` is what an anchor takes, in the story's language; `clients/content/content.ts` fills it.
 */
const Link = z
  .object({
    linktype: z.enum(['story', 'url', 'email', 'asset']).catch('url'),
    id: text,
    url: text,
    cached_url: text,
    target: z.string().nullable().catch(null),
    href: text,
  })
  .nullable()
  .catch(null)
  .transform((link) => (link?.href ? link : null))
export type Link = z.infer<typeof Link>

/** Rows of a Storyblok table field with the columns number, label, value: the callouts of a drawing. */
export const Facts = z
  .object({
    tbody: z.array(z.object({ body: z.array(z.object({ value: text })).catch([]) })),
  })
  .catch({ tbody: [] })
  .transform(({ tbody }) =>
    tbody.map(({ body }) => ({
      number: body[0]?.value ?? '',
      label: body[1]?.value ?? '',
      value: body[2]?.value ?? '',
    })),
  )
export type Facts = z.infer<typeof Facts>

/** Id of a piece of equipment or a course in the systems behind; editors' number fields may arrive as strings. */
export const ForeignId = z.coerce.number().int().positive().nullable().catch(null)

// An interface, because a type alias may not mention itself while its schema is being inferred.
interface BlockList extends Array<Block> {}
/** A field that holds blocks. */
export const Blocks: z.ZodType<BlockList> = z.lazy(() => z.array(Block)).catch([])

function block<Name extends string, Shape extends z.core.$ZodShape>(name: Name, shape: Shape) {
  return z.object({ component: z.literal(name), _uid: text, _editable: z.string().optional(), ...shape })
}

const HeroBlock = block('hero', {
  title: text,
  text,
  drawing: Asset,
  action_label: text,
  action_link: Link,
  action_variant: Audience,
  second_label: text,
  second_link: Link,
})
const IntroBlock = block('intro', { text: RichText })
const SectionHeadersBlock = block('section-headers', { eyebrow: text, title: text, text })
const TextBlock = block('text', { body: RichText })
const CardsWrapperBlock = block('cards-wrapper', { title: text, cards: Blocks })
const OrientationCardBlock = block('orientation-card', {
  audience: Audience,
  title: text,
  text,
  link_label: text,
  link: Link,
})
/** `machine_type` is a key of the label group machine-types. */
const MachineCategoryCardBlock = block('machine-category-card', {
  machine_type: text,
  text,
  drawing: Asset,
})
/** Lists every machine story; the page's loader fetches them. */
const MachinesBlock = block('machines', { title: text, text })
/** Live state of a machine; without its own `resource` it shows that of the story. */
const MachineDetailsBlock = block('machine-details', { resource: ForeignId })
const FaqBlock = block('faq', { question: text, answer: RichText })
const FaqsBlock = block('faqs', { title: text, questions: Blocks })
/** `items`: one piece of news per line. */
const TickerBlock = block('ticker', { items: text })
const ImageBlock = block('image', { image: Asset, caption: text })
/** A step to take at the end of a page, in the colour of an audience. */
const ContentEngagementBlock = block('content-engagement', {
  audience: Audience,
  title: text,
  text,
  action_label: text,
  action_link: Link,
  second_label: text,
  second_link: Link,
})
/** Text beside a picture; `picture_side` on a wide page. */
const ContentTeaserBlock = block('content-teaser', {
  eyebrow: text,
  title: text,
  text: RichText,
  drawing: Asset,
  picture_side: z.enum(['left', 'right']).catch('right'),
  link_label: text,
  link: Link,
})
/** One measured fact about the space: a value and what it stands for. */
const FeatureBlock = block('feature', { value: text, title: text, text })
/** Features in a row, between dimension lines. */
const FeatureBannerBlock = block('feature-banner', { title: text, text, features: Blocks })
/** A card that leads to any page or address. */
const TeaserBlock = block('teaser', { title: text, text, drawing: Asset, link_label: text, link: Link })
/** Another story as a card, by its uuid; the page's loader fetches it. */
const PreviewBlock = block('preview', { story: text })
/** Packages compared, with prices of the backend; `kind` '' shows all. */
const MembershipsBlock = block('memberships', {
  title: text,
  text,
  kind: z.enum(['', 'member', 'team', 'day']).catch(''),
})
/** Lists every workshop story; the page's loader fetches them. */
const WorkshopsBlock = block('workshops', { title: text, text })
/** The next dates of a course with free seats; without its own `course` it shows those of the story. */
const WorkshopDetailsBlock = block('workshop-details', { course: ForeignId })
/** One section of a safety instruction; questions name it by `name`, the same in both languages. */
const InstructionSectionBlock = block('instruction-section', { name: text, title: text, text: RichText })
/** A visual over the whole width of the window, with any blocks in it. */
const WowBlock = block('wow', { audience: Audience, title: text, drawing: Asset, body: Blocks })

/** Every nestable block by its component name: the app's registry is a mapped type over it. */
export const blocks = {
  hero: HeroBlock,
  intro: IntroBlock,
  'section-headers': SectionHeadersBlock,
  text: TextBlock,
  'cards-wrapper': CardsWrapperBlock,
  'orientation-card': OrientationCardBlock,
  'machine-category-card': MachineCategoryCardBlock,
  machines: MachinesBlock,
  'machine-details': MachineDetailsBlock,
  faqs: FaqsBlock,
  faq: FaqBlock,
  ticker: TickerBlock,
  image: ImageBlock,
  'content-engagement': ContentEngagementBlock,
  'content-teaser': ContentTeaserBlock,
  feature: FeatureBlock,
  'feature-banner': FeatureBannerBlock,
  teaser: TeaserBlock,
  preview: PreviewBlock,
  memberships: MembershipsBlock,
  workshops: WorkshopsBlock,
  'workshop-details': WorkshopDetailsBlock,
  'instruction-section': InstructionSectionBlock,
  wow: WowBlock,
}
/** Type of each block by its component name: `Registry = { [K in keyof BlockTypes]: Component<BlockTypes[K]> }`. */
export type BlockTypes = { [K in keyof typeof blocks]: z.output<(typeof blocks)[K]> }

/** A block of a component that this version does not know: the renderer skips it and warns once. */
const UnknownBlock = z.object({ component: text, _uid: text }).catch(() => ({ component: '', _uid: '' }))
export type UnknownBlock = z.infer<typeof UnknownBlock>

export const Block: z.ZodType<Block> = z.union([
  z.discriminatedUnion('component', Object.values(blocks) as [typeof HeroBlock]),
  UnknownBlock,
])
export type Block = BlockTypes[keyof BlockTypes] | UnknownBlock

embedded.blocks = Blocks
