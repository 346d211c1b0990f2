import type { BackendApi } from '../../../contracts/http/backend.ts'
import type { OrderBuyer } from '../../../contracts/order.ts'
import { type Locale, Problem } from '../../../contracts/problem.ts'
import type { AgreedText, Contact, SignUpOrder } from '../../../contracts/sign-up.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { birthDate, isMinor } from '../../../rules/contact.ts'
import { plainVatId } from '../../../rules/vat-id.ts'
import { currentConsent } from './guardian.ts'
import type { SignUpParts } from './parts.ts'
import * as store from './sign-ups.store.ts'
import { viewOf } from './view.ts'

/** The last step of a sign-up: what it costs, and its order. */
export function placingHandlers(parts: SignUpParts) {
  const { db, ordering, required, clock, spaceToday, lasting } = parts

  return {
    signUpOffer: async ({ c }) => {
      const { steps } = await required(c)
      return { offer: steps.item ? await ordering.offerOf(steps.item) : null, later: null }
    },

    placeSignUpOrder: async ({ body, locale, c }) => {
      const { id } = await required(c)
      // From here on no other tab changes the steps. The same order comes of every press of the button.
      const frozen = await store.freeze(db, id, lasting())
      try {
        return await place(frozen, body, locale)
      } catch (error) {
        await store.unfreeze(db, id)
        throw error
      }
    },

    paySignUp: async ({ c }) => {
      const { orderNumber } = await required(c)
      if (orderNumber === null) throw new Problem('conflict')
      return { number: orderNumber, url: (await ordering.orderOf(orderNumber))?.payment?.url ?? null }
    },

    changeSignUp: async ({ c }) => {
      const { id, orderNumber } = await required(c)
      if (orderNumber === null) return {}
      if (!(await ordering.cancelOrder(orderNumber))) throw new Problem('conflict')
      await store.reopen(db, id, orderNumber)
      return {}
    },
  } satisfies Partial<Handlers<BackendApi>>

  async function place(frozen: store.StoredSignUp, asked: SignUpOrder, locale: Locale) {
    const { id, attempt, steps, email, member } = frozen
    const { done } = await viewOf(frozen, parts)
    if (!done.contact || !done.image || !steps.contact || !steps.item) throw new Problem('conflict')
    const page = `${locale === 'en' ? '/en' : ''}/onboarding/confirmation`
    const placed = await ordering.placeOrder({
      ...asked,
      consents: [...asked.consents, ...(await guardianText(frozen))],
      item: steps.item,
      buyer: buyerOf(steps.contact, email, locale),
      member,
      requestKey: `signup-${id}-${attempt}`,
      returnPaths: { success: page, cancel: page },
    })
    await store.setOrder(db, { id, attempt, number: placed.number, now: clock() })
    return placed
  }

  /** What the guardian of a buyer under 18 agreed to. @throws Problem `conflict` while nobody did */
  async function guardianText(signUp: store.StoredSignUp): Promise<AgreedText[]> {
    const { contact } = signUp.steps
    const { today } = await spaceToday()
    if (!contact || !isMinor(contact, today)) return []
    const consent = await currentConsent(signUp, parts)
    if (consent?.agreedAt == null) throw new Problem('conflict')
    return [{ kind: 'guardian', text: `${consent.agreedBy}: ${JSON.stringify(consent.offer)}` }]
  }
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
