import type { BackendApi } from '../../../contracts/http/backend.ts'
import type { OrderBuyer } from '../../../contracts/order.ts'
import { type Locale, Problem, wrongField } from '../../../contracts/problem.ts'
import type { Contact, SignUpOrder } from '../../../contracts/sign-up.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { birthDate } from '../../../rules/contact.ts'
import { flowOf } from '../../../rules/sign-up.ts'
import { plainVatId } from '../../../rules/vat-id.ts'
import { findOrder } from '../orders/orders.store.ts'
import { cancelOrder, openPage } from '../orders/paying.ts'
import { placeOrder } from '../orders/placing.ts'
import { guardianConsent } from './guardian.ts'
import { hashOf, type SignUpParts } from './parts.ts'
import * as store from './sign-ups.store.ts'
import { contactFor, doneOf } from './view.ts'
import { hrefOf } from '../../../platform/site-href.ts'

/** An order may mail to an address that nobody has proved. */
const placingsADay = { max: 20, windowSeconds: 24 * 3600 }

/** The last step of a sign-up: what it costs, and its order. */
export function placingHandlers(parts: SignUpParts) {
  const { db, ordering, required, lasting, clock, rateLimit } = parts

  return {
    signUpOffer: async ({ c }) => {
      const { offer, later, shown } = await offersOf(await required(c), parts)
      return { offer, later, shown }
    },

    placeSignUpOrder: async ({ body, locale, c }) => {
      const { id, email } = await required(c)
      await rateLimit.hitAll([`order:${id}`, `order:address:${email.toLowerCase()}`], placingsADay)
      // From here on no other tab changes the steps. The same order comes of every press of the button.
      const frozen = await store.freeze(db, id, lasting())
      try {
        return await place(frozen, { asked: body, locale }, parts)
      } catch (error) {
        // An order that exists already, such as one whose payment could not be opened, is what the next press goes on with.
        const placed = await findOrder(db, 'requestKey', keyOf(frozen))
        if (placed)
          await store.setOrder(db, { id, attempt: frozen.attempt, number: placed.number, now: clock() })
        else await store.unfreeze(db, id)
        throw error
      }
    },

    paySignUp: async ({ c }) => {
      const { orderNumber } = await required(c)
      const order = orderNumber === null ? null : await findOrder(db, 'number', orderNumber)
      if (!order) throw new Problem('conflict')
      return openPage(ordering, order)
    },

    changeSignUp: async ({ c }) => {
      const { id, orderNumber } = await required(c)
      if (orderNumber === null) return {}
      if (!(await cancelOrder(ordering, orderNumber))) throw new Problem('conflict')
      await store.reopen(db, id, orderNumber)
      return {}
    },
  } satisfies Partial<Handlers<BackendApi>>
}

/** Returns what the order would be at once and later, and a hash of all that a buyer sees of it. */
async function offersOf(signUp: store.StoredSignUp, parts: SignUpParts) {
  const { sold = null, offer = null, atEnd = null } = (await parts.offers(signUp)) ?? {}
  // Where nothing can be withdrawn, both begin at once.
  const later = offer?.fromDate === atEnd?.fromDate ? null : atEnd
  return { sold, offer, later, shown: hashOf(JSON.stringify([offer, later])).toString('base64url') }
}

async function place(
  frozen: store.StoredSignUp,
  { asked, locale }: { asked: SignUpOrder; locale: Locale },
  parts: SignUpParts,
) {
  const { db, ordering, clock } = parts
  const { id, attempt, steps, email, member, subject } = frozen
  const isNew = (await findOrder(db, 'requestKey', keyOf(frozen))) === null
  const offered = isNew ? await offersOf(frozen, parts) : null
  if (offered && asked.shown !== offered.shown) throw new Problem('offerChanged')
  const done = await doneOf(frozen, parts)
  const contact = steps.item ? contactFor(steps.item, steps) : null
  if (!done.contact || !done.image || !contact || !steps.item) throw new Problem('conflict')
  // Nobody gets something before the money for an address that nobody has proved.
  if (asked.paysBy === 'invoice' && subject === null) throw wrongField('paysBy', 'provider or transfer')
  const flow = flowOf(steps.item)
  const page = hrefOf('', locale, `/${flow}/confirmation`)
  const placed = await placeOrder(ordering, {
    ...asked,
    consents: [
      ...asked.consents.filter(({ kind }) => kind !== 'guardian'),
      ...(flow === 'team' ? [] : await guardianConsent(frozen, parts)),
    ],
    item: steps.item,
    buyer: buyerOf(contact, email, locale),
    member,
    requestKey: keyOf(frozen),
    buyerKey: `signup-${id}`,
    returnPaths: { success: page, cancel: page },
    ...(offered?.sold && { isNew: true, sold: offered.sold }),
  })
  await store.setOrder(db, { id, attempt, number: placed.number, now: clock() })
  return placed
}

/** Names the order of one attempt. */
function keyOf({ id, attempt }: store.StoredSignUp): string {
  return `signup-${id}-${attempt}`
}

/** Returns the buyer as an order keeps them. The rules of the contact have passed. */
function buyerOf(contact: Contact, email: string, locale: Locale): OrderBuyer {
  const isCompany = contact.buysFor === 'company'
  const { firstName, lastName, street, zip, city, country } = contact
  const given = (text: string) => (isCompany && text !== '' ? text : null)
  return {
    firstName,
    lastName,
    email,
    locale,
    street,
    zip,
    city,
    country,
    phone: contact.phone || null,
    dateOfBirth: birthDate(contact),
    company: given(contact.company),
    vatId: given(plainVatId(contact.vatId)),
    reference: given(contact.reference),
    invoiceEmail: given(contact.invoiceEmail),
  }
}
