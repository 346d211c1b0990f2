import { z } from 'zod'

/** The two languages of the product; German is the default and has no address prefix. */
export const Locale = z.enum(['de', 'en'])
export type Locale = z.infer<typeof Locale>

/** One wrong field of the input; `field` is the dotted path, `message` names the expectation. */
export const FieldError = z.object({ field: z.string(), message: z.string() })
export type FieldError = z.infer<typeof FieldError>

/** One reason why a booking is refused; `limit` in the rule's own unit, `nextPossible` as wall-clock time of the space. */
export const RefusalNote = z.object({
  code: z.string(),
  message: z.string(),
  limit: z.number().nullable(),
  nextPossible: z.string().nullable(),
})
export type RefusalNote = z.infer<typeof RefusalNote>

/** Body of every error answer: RFC 9457 `application/problem+json` with `code` and `message` added. */
export const ProblemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  message: z.string(),
  requestId: z.string().optional(),
  errors: z.array(FieldError).optional(),
  refusals: z.array(RefusalNote).optional(),
})
export type ProblemBody = z.infer<typeof ProblemBody>

/** What a browser says by itself: no service has answered. The other sentences come with the answers. */
export const unavailableText = {
  status: 503,
  de: 'Ein Dienst dahinter antwortet gerade nicht. Bitte versuche es gleich noch einmal.',
  en: 'A service behind this is not answering. Please try again shortly.',
}
