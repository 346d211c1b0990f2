import { z } from 'zod'
import { CalendarDay } from './booking.ts'

const cents = z.number().int()
const id = z.number().int()
const Texts = z.object({ de: z.string(), en: z.string() })

/** What somebody without a contract can order, by its id in the price list. */
export const SoldItem = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('membership'), package: z.int().positive() }),
  /** A package of kind `day`, for one day. */
  z.strictObject({ kind: z.literal('dayPass'), package: z.int().positive(), day: CalendarDay }),
  /** A package of kind `team`: its seats, one of them for the person who orders unless they want none. */
  z.strictObject({ kind: z.literal('team'), package: z.int().positive(), ownerTakesSeat: z.boolean() }),
  z.strictObject({ kind: z.literal('credits'), pack: z.int().positive() }),
])
export type SoldItem = z.infer<typeof SoldItem>

/** What is ordered. */
export const OrderedItem = z.discriminatedUnion('kind', [
  ...SoldItem.options,
  /** Another package for a contract that goes on, from the first day of its next period. */
  z.strictObject({ kind: z.literal('change'), package: z.int().positive(), fromDate: CalendarDay }),
])
export type OrderedItem = z.infer<typeof OrderedItem>

/** Seats on a date of a course: ordered by signing up for it. */
const CourseSeats = z.strictObject({ kind: z.literal('course'), date: z.int(), party: z.int().positive() })

/** `transfer`: the buyer transfers with the number of the order; `invoice`: companies pay by the invoice. */
export const PaysBy = z.enum(['provider', 'transfer', 'invoice'])
export type PaysBy = z.infer<typeof PaysBy>

/** The person or company that orders, as it is kept with the order. */
export const OrderBuyer = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.email().max(254),
  locale: z.enum(['de', 'en']),
  street: z.string(),
  zip: z.string(),
  city: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().regex(/^[A-Z]{2}$/),
  phone: z.string().nullable(),
  dateOfBirth: CalendarDay.nullable(),
  company: z.string().nullable(),
  vatId: z.string().nullable(),
  reference: z.string().nullable(),
  /** Where the invoice goes, if not to `email`. */
  invoiceEmail: z.email().max(254).nullable(),
})
export type OrderBuyer = z.infer<typeof OrderBuyer>

/** What an order costs and says, before and after it is placed (§ 312j BGB). */
export const Offer = z.object({
  item: z.discriminatedUnion('kind', [...OrderedItem.options, CourseSeats]),
  name: Texts,
  /** What it gives, one sentence each. */
  gives: z.object({ de: z.array(z.string()), en: z.array(z.string()) }),
  totalCents: cents,
  /** Share of value added tax in the total; zero for a small business. */
  taxCents: cents,
  taxPercent: z.string(),
  /** `month` renews until it is cancelled; null = it ends by itself. */
  renews: z.enum(['month', 'year']).nullable(),
  /** First and last day of what the total pays for. */
  fromDate: CalendarDay,
  untilDate: CalendarDay,
  paysBy: z.array(PaysBy),
})
export type Offer = z.infer<typeof Offer>

/**
 * An offer to a member. `shown` names it and the texts to agree to, as they are now; the order says it back. A company agrees to
 * the terms alone: it has no right of withdrawal.
 */
export const MemberOffer = Offer.extend({ shown: z.string(), isCompany: z.boolean().default(false) })
export type MemberOffer = z.infer<typeof MemberOffer>

/** What was shown is what is ordered (§ 312j BGB). */
const shown = z.string().max(100)

/** `B-2026-7K3MQX`: short enough for the reference of a transfer, and not to be guessed. */
export const OrderNumber = z.string().regex(/^B-\d{4}-[0-9A-HJKMNP-TV-Z]{6}$/, 'a number like B-2026-7K3MQX')

/** A text that the buyer agreed to, word for word as it was shown. */
export const OrderConsent = z.strictObject({
  /** `earlyStart`: begin before the time for withdrawal ends. */
  kind: z.enum(['terms', 'withdrawal', 'earlyStart', 'guardian']),
  text: z.string().trim().min(1).max(60_000),
})
export type OrderConsent = z.infer<typeof OrderConsent>

/** What a member agrees to: the site knows the texts. */
export const MemberConsent = OrderConsent.shape.kind.exclude(['guardian'])
export type MemberConsent = z.infer<typeof MemberConsent>

/** An order of credits by a member. */
export const OrderPlacement = z.strictObject({
  memberId: z.int().positive().max(2_147_483_647),
  pack: z.int().positive().max(2_147_483_647),
  paysBy: PaysBy,
  /** The price that was on the screen. */
  shownCents: z.int().min(0),
  shown,
  consents: z.array(MemberConsent).max(3),
})

/** The change of a member's contract to another package. */
export const PackageChange = z.strictObject({
  memberId: z.int().positive().max(2_147_483_647),
  package: z.int().positive().max(2_147_483_647),
  /** First day and price that were on the screen. */
  fromDate: CalendarDay,
  shownCents: z.int().min(0),
  shown,
  consents: z.array(MemberConsent).max(3),
})

/** A placed order. `url`: the provider's page to pay on; null = there is nothing to pay there. */
export const PlacedOrder = z.object({ number: z.string(), url: z.string().nullable() })
export type PlacedOrder = z.infer<typeof PlacedOrder>

/** An order that waits for the owner of its address. */
export const ClaimedOrder = z.object({
  number: z.string(),
  name: Texts,
  totalCents: cents,
  /** `done`: the link was used, or it is too late. */
  state: z.enum(['open', 'done']),
})
export type ClaimedOrder = z.infer<typeof ClaimedOrder>

/** An order as its buyer sees it. */
export const Order = z.object({
  number: z.string(),
  /** What was ordered; null = it pays an invoice. */
  item: Offer.shape.item.nullable(),
  /** Id of the invoice that it pays, or that was written for it. */
  invoice: id.nullable(),
  state: z.enum(['placed', 'paid', 'fulfilled', 'cancelled', 'expired', 'refunded']),
  kind: z.enum(['membership', 'dayPass', 'team', 'credits', 'invoice', 'change', 'course']),
  name: Texts,
  totalCents: cents,
  paysBy: PaysBy,
  placedAt: z.string(),
  payment: z
    .object({
      state: z.enum(['created', 'open', 'pending', 'paid', 'failed', 'expired', 'cancelled']),
      /** The provider's page, while it is open. */
      url: z.string().nullable(),
      failure: z.string().nullable(),
    })
    .nullable(),
  /** Where to transfer to, with the number of the order. */
  bank: z.object({ holder: z.string(), iban: z.string(), bic: z.string().nullable() }).nullable(),
  /** Once it is fulfilled. */
  member: id.nullable(),
  memberNumber: z.string().nullable(),
  /** `address`: its address belongs to a member; a mail asks whether it is the same person. */
  waitsFor: z.enum(['address']).nullable(),
})
export type Order = z.infer<typeof Order>
