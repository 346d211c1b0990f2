import { z } from 'zod'
import { latinText, phoneNumber, postalCodes } from './postal.ts'

const line = (most: number) =>
  z.string('missing').trim().min(1, 'missing').max(most, 'long').regex(latinText, 'latin')

/**
 * The contact data that members change themselves. The messages are codes, one of `missing`, `long`, `latin` and `form`;
 * the screen has a sentence for each.
 */
export const MemberContact = z
  .object({
    /** null = none is known. */
    phone: z.string('form').trim().regex(phoneNumber, 'form').nullable(),
    /** Street and number. */
    address: line(120),
    zip: line(12),
    city: line(80),
    /** ISO 3166. */
    countryCode: z.string('missing').regex(/^[A-Z]{2}$/, 'missing'),
    /** The language of mails. */
    language: z.enum(['de', 'en'], 'missing'),
  })
  .refine(({ countryCode, zip }) => postalCodes.get(countryCode)?.test(zip) ?? true, {
    path: ['zip'],
    message: 'form',
  })
export type MemberContact = z.infer<typeof MemberContact>
