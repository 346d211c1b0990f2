import { z } from 'zod'
import { OrderNumber } from './order.ts'

/** A file for its reader: `content` is base64. */
export const DataFile = z.object({ name: z.string(), type: z.string(), content: z.base64() })
export type DataFile = z.infer<typeof DataFile>

/** What a workshop system keeps of a member, by area; the fields are its own. */
export const MemberData = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))
export type MemberData = z.infer<typeof MemberData>

/** What keeps a person from leaving: an invoice that is not paid, an order that is under way, or a team. */
export const DeletionBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invoice'), number: z.string(), openCents: z.int() }),
  z.object({ kind: z.literal('order'), number: OrderNumber }),
  /** Its owner hands it over first, or ends its contract. */
  z.object({ kind: z.literal('team'), number: z.string(), name: z.string() }),
])
export type DeletionBlock = z.infer<typeof DeletionBlock>

/** What a member sees before they ask for the deletion. */
export const DeletionPreview = z.object({
  isMember: z.boolean(),
  /** Name of the package that ends; null = there is none. */
  package: z.string().nullable(),
  blocks: z.array(DeletionBlock),
})
export type DeletionPreview = z.infer<typeof DeletionPreview>

/** The secret of a mailed link. */
export const DeletionToken = z.string().regex(/^[\w-]{32}$/, 'the end of the link')

/** A deletion behind the link of a mail. */
export const Deletion = DeletionPreview.extend({ state: z.enum(['asked', 'running', 'done']) })
export type Deletion = z.infer<typeof Deletion>
