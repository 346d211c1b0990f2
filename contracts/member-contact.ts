import { z } from 'zod'

/** Postal codes by country; those of other countries are only limited in length. */
const postalCodes: Record<string, RegExp> = {
  AT: /^\d{4}$/,
  BE: /^\d{4}$/,
  CH: /^\d{4}$/,
  DE: /^\d{5}$/,
  DK: /^\d{4}$/,
  FR: /^\d{5}$/,
  LI: /^\d{4}$/,
  LU: /^\d{4}$/,
  NL: /^\d{4} ?[A-Z]{2}$/i,
  PL: /^\d{2}-?\d{3}$/,
}

/** Invoices are set in a font that knows Latin letters, with any accents. */
const latin = /^[\p{Script=Latin}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$/u
const line = (most: number) =>
  z.string('missing').trim().min(1, 'missing').max(most, 'long').regex(latin, 'latin')

/**
 * The contact data that members change themselves. The messages are codes, one of `missing`, `long`, `latin` and `form`;
 * the screen has a sentence for each.
 */
export const MemberContact = z
  .object({
    /** null = none is known. */
    phone: z
      .string('form')
      .trim()
      .regex(/^\+?[\d ()/-]{5,30}$/, 'form')
      .nullable(),
    /** Street and number. */
    address: line(120),
    zip: line(12),
    city: line(80),
    /** ISO 3166. */
    countryCode: z.string('missing').regex(/^[A-Z]{2}$/, 'missing'),
    /** The language of mails. */
    language: z.enum(['de', 'en'], 'missing'),
  })
  .refine(({ countryCode, zip }) => postalCodes[countryCode]?.test(zip) ?? true, {
    path: ['zip'],
    message: 'form',
  })
export type MemberContact = z.infer<typeof MemberContact>

/** The countries that a form offers, Germany and its neighbours first. */
export const countries =
  'DE AT CH LI LU BE NL DK PL CZ FR IT ES GB BG CY EE FI GR HR HU IE IS LT LV MT NO PT RO SE SI SK TR UA US'.split(
    ' ',
  )
