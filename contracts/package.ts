import { z } from 'zod'

const Money = z.string().regex(/^\d+\.\d\d$/)
const Texts = z.object({ de: z.string(), en: z.string() })

/** A package of the price list; money is EUR as a decimal string (N20). */
export const Package = z.object({
  id: z.number().int(),
  kind: z.enum(['member', 'team', 'day']),
  name: Texts,
  description: Texts,
  fee: Money,
  period: z.enum(['day', 'month', 'year']),
  allowsBooking: z.boolean(),
  /** Credited with each period, in money. */
  credit: Money,
  /** Percent off every booking, as a decimal string. */
  bookingDiscount: z.string(),
  /** Number of people who share it; null = one person. */
  seats: z.number().int().nullable(),
  /** Condition for buying it; null = none. */
  requirement: Texts.nullable(),
  /** One benefit per entry. */
  gives: z.object({ de: z.array(z.string()), en: z.array(z.string()) }),
})
export type Package = z.infer<typeof Package>

/** Credits to buy beside a package. */
export const CreditPack = z.object({
  id: z.number().int(),
  /** Its worth in money. */
  credit: Money,
  price: Money,
  validMonths: z.number().int(),
})
export type CreditPack = z.infer<typeof CreditPack>

/** GET /packages: the price list, in the order in which it is shown. */
export const PriceList = z.object({ packages: z.array(Package), creditPacks: z.array(CreditPack) })
export type PriceList = z.infer<typeof PriceList>

/** GET /catalogue: a number that changes with every change of packages, courses, dates, spaces and opening hours. */
export const Catalogue = z.object({ version: z.number().int() })
