import { z } from 'zod'
import { Offer, Order, OrderConsent, SoldItem, PaysBy } from './order.ts'

/** Days that a sign-up is kept after its last step. */
export const signUpDays = 14

const text = z.string().max(300)

/** The fields of the step `contact` as they were typed; an empty text is a field that was left empty. */
export const Contact = z.strictObject({
  firstName: text,
  lastName: text,
  birthDay: text,
  birthMonth: text,
  birthYear: text,
  guardianName: text,
  guardianEmail: text,
  street: text,
  zip: text,
  city: text,
  /** ISO 3166-1 alpha-2. */
  country: text,
  phone: text,
  buysFor: z.enum(['self', 'company']),
  company: text,
  vatId: text,
  reference: text,
  invoiceEmail: text,
  /** `on`: the buyer meets the condition of the package. */
  requirement: z.enum(['on', '']),
  /** `on`: the person who orders for a team takes one of its seats. Absent outside of teams. */
  ownerSeat: z.enum(['on', '']).optional(),
})
export type Contact = z.infer<typeof Contact>

/** The account of a sign-up: typed by the visitor, or proved by a sign-in (`assertion`); `kept` leaves it as it is. */
export const SignUpAccount = z.discriminatedUnion('by', [
  /** `isNew`: the visitor asked for a new account, which says nothing of whether there was one. */
  z.strictObject({ by: z.literal('typed'), email: z.email().max(254), isNew: z.boolean() }),
  z.strictObject({ by: z.literal('assertion'), assertion: z.string().max(2000) }),
  z.strictObject({ by: z.literal('kept') }),
])
export type SignUpAccount = z.infer<typeof SignUpAccount>

/** Answer to a sign-up by a person with an access token. */
export const SignUpAssertion = z.object({
  /** Proves the account in the body of PUT /signup/start, for an hour. */
  assertion: z.string(),
  email: z.string(),
  /** The person has a package that renews: there is nothing to sign up for. */
  hasPackage: z.boolean(),
  /** What the person is in a team whose contract goes on; an owner cannot order another one. */
  team: z.enum(['owner', 'member']).nullable(),
})
export type SignUpAssertion = z.infer<typeof SignUpAssertion>

/** Body of PUT /signup/start. */
export const SignUpStart = z.object({ item: SoldItem, account: SignUpAccount })

/** Body of PUT /signup/image: 480 × 480 pixels as JPEG in base64; null = at the front desk, later. */
export const SignUpImage = z.object({
  jpeg: z.base64().max(200_000).nullable(),
  /** The person knows that it takes the place of the photo on their card. */
  replaces: z.boolean(),
})

/** The photo on a member's card as JPEG in base64; null = there is none. */
export const CardPhoto = z.object({ jpeg: z.base64().nullable() })
export type CardPhoto = z.infer<typeof CardPhoto>

/** Size of the largest file that `SentPhoto` holds. */
export const mostPhotoBytes = 180_000

/** A JPEG, PNG or WebP in base64, of which the service makes the photo. */
export const SentPhoto = z.base64().max((mostPhotoBytes / 3) * 4)

/** The side of the photo in pixels. */
export const photoSide = 480

/** The two ways to sign up, each with pages of its own. */
export const SignUpFlow = z.enum(['onboarding', 'team'])
export type SignUpFlow = z.infer<typeof SignUpFlow>

/** An unfinished sign-up as its visitor sees it. */
export const SignUp = z.object({
  flow: SignUpFlow,
  /** Address of its account. */
  email: z.string(),
  /** Somebody signed in to prove the address. */
  isSignedIn: z.boolean(),
  /** The visitor asked for a new account here. */
  isNewAccount: z.boolean(),
  item: SoldItem,
  /** Where the space sells; companies of other countries cannot buy. */
  country: z.string(),
  contact: Contact.nullable(),
  image: z.enum(['given', 'later']).nullable(),
  /** The card of its account has a photo, which stays unless the person chooses another. */
  hasPhoto: z.boolean(),
  /** The chosen package has a condition, which the buyer has to meet. */
  hasRequirement: z.boolean(),
  /** The steps that are complete. */
  done: z.object({ start: z.boolean(), contact: z.boolean(), image: z.boolean() }),
  /** The buyer is under 18: a guardian has to agree to just this order. */
  guardian: z.object({ email: z.string(), wasAsked: z.boolean(), hasAgreed: z.boolean() }).nullable(),
  /** Its order; while there is one, the steps cannot be changed. */
  order: Order.nullable(),
})
export type SignUp = z.infer<typeof SignUp>

/**
 * What the order of a sign-up costs; `offer` null = what it is for is not sold any more. `later`: the same from the day
 * after the time for a withdrawal, null where there is none. `shown` names both as they are now; the order says it back.
 */
export const SignUpOffer = z.object({ offer: Offer.nullable(), later: Offer.nullable(), shown: z.string() })

/** Body of POST /signup/order. */
export const SignUpOrder = z.object({
  /** What the page said that it costs. */
  shownCents: z.int().nonnegative(),
  /** `shown` of the offers that were on the page: what was shown is what is ordered (§ 312j BGB). */
  shown: z.string().max(100),
  paysBy: PaysBy,
  /** Asks for the contract to begin before the time for a withdrawal is over. */
  startsEarly: z.boolean(),
  consents: z.array(OrderConsent).max(3),
})

export type SignUpOrder = z.infer<typeof SignUpOrder>

/** What a guardian agrees to, by the link of the mail. */
export const GuardianRequest = z.object({
  /** Name of the person under 18. */
  name: z.string(),
  guardian: z.string(),
  offer: Offer,
  hasAgreed: z.boolean(),
})
export type GuardianRequest = z.infer<typeof GuardianRequest>
