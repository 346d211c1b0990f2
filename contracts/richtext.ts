import { z } from 'zod'

const text = z.string().catch('')
const span = z.number().int().min(1).max(100).catch(1)
const textAlign = z.enum(['left', 'center', 'right', 'justify']).nullable().catch(null)

/** A link in running text; `href` is ready to use in a story that came through `clients/content/content.ts`. */
const LinkMark = z.object({
  type: z.literal('link'),
  attrs: attributes({
    href: text,
    linktype: z.enum(['story', 'url', 'email', 'asset']).catch('url'),
    uuid: z.string().nullable().catch(null),
    anchor: z.string().nullable().catch(null),
    target: z.string().nullable().catch(null),
  }),
})

/** A mark without attributes of its own, and `unknown` for one that this version cannot draw. */
const PlainMark = z
  .object({
    type: z.enum(['bold', 'italic', 'strike', 'underline', 'code', 'superscript', 'subscript', 'unknown']),
  })
  .catch(() => ({ type: 'unknown' as const }))

/** Look or link of a span of text. An unknown mark never loses its text. */
const Mark = z.union([
  LinkMark,
  z.object({ type: z.enum(['highlight', 'textStyle']), attrs: attributes({ color: text }) }),
  z.object({ type: z.literal('anchor'), attrs: attributes({ id: text }) }),
  z.object({ type: z.literal('styled'), attrs: attributes({ class: text }) }),
  PlainMark,
])
export type Mark = z.infer<typeof Mark>

/** Any block, as running text may hold it. */
interface EmbeddedBlock {
  component: string
  _uid: string
}

/** Blocks in running text. `contracts/blocks.ts` sets their schema: blocks hold rich text, so it imports this file. */
export const embedded: { blocks: z.ZodType<EmbeddedBlock[]> } = { blocks: z.array(z.never()).catch([]) }

// An interface, because a type alias may not mention itself while its schema is being inferred.
interface Nodes extends Array<RichTextNode> {}
const content: z.ZodType<Nodes> = z.lazy(() => z.array(RichTextNode)).catch([])

const UnknownNode: z.ZodType<{ type: 'unknown'; content: Nodes }> = z
  .object({ type: z.unknown().transform(() => 'unknown' as const), content })
  .catch(() => ({ type: 'unknown' as const, content: [] }))

/** One node of Storyblok's tree. A node of an unknown type keeps its children, so no text is lost. */
const RichTextNode = z.union([
  z.object({ type: z.literal('text'), text, marks: z.array(Mark).catch([]) }),
  z.object({ type: z.literal('paragraph'), attrs: attributes({ textAlign }), content }),
  z.object({ type: z.literal('heading'), attrs: attributes({ level: headingLevel(), textAlign }), content }),
  z.object({
    type: z.enum(['blockquote', 'bullet_list', 'list_item', 'table', 'tableRow']),
    content,
  }),
  z.object({
    type: z.literal('ordered_list'),
    attrs: attributes({ order: z.number().int().min(0).catch(1) }),
    content,
  }),
  z.object({ type: z.literal('code_block'), attrs: attributes({ class: text }), content }),
  z.object({ type: z.enum(['hard_break', 'horizontal_rule']) }),
  z.object({
    type: z.literal('image'),
    attrs: attributes({ src: text, alt: text, title: text, copyright: text }),
  }),
  z.object({ type: z.literal('emoji'), attrs: attributes({ name: text, emoji: text, fallbackImage: text }) }),
  z.object({
    type: z.enum(['tableCell', 'tableHeader']),
    attrs: attributes({ colspan: span, rowspan: span, backgroundColor: text }),
    content,
  }),
  z.object({
    type: z.literal('blok'),
    // Not `z.lazy`, which would keep the schema of before `contracts/blocks.ts` set its own.
    attrs: attributes({
      body: z
        .unknown()
        .default([])
        .transform((body) => embedded.blocks.parse(body)),
    }),
  }),
  UnknownNode,
])
export type RichTextNode = z.infer<typeof RichTextNode>

/** A richtext field; empty `content` when the editor left it empty. */
export const RichText = z
  .object({ type: z.literal('doc').catch('doc'), content })
  .catch(() => ({ type: 'doc' as const, content: [] }))
export type RichText = z.infer<typeof RichText>

/** `attrs` may be missing or null: every attribute then takes its own default. */
function attributes<T extends z.core.$ZodShape>(shape: T) {
  const schema = z.object(shape)
  return schema.catch(() => schema.parse({}))
}

function headingLevel() {
  return z
    .number()
    .catch(2)
    .transform((level) => Math.min(6, Math.max(1, Math.round(level))) as 1 | 2 | 3 | 4 | 5 | 6)
}
