import type { SignUp } from '../../../contracts/sign-up.ts'
import { contactFaults, isMinor } from '../../../rules/contact.ts'
import { orderOf } from '../orders/order-view.ts'
import { currentConsent } from './guardian.ts'
import type { SignUpParts } from './parts.ts'
import type { StoredSignUp } from './sign-ups.store.ts'

/** A sign-up as its visitor sees it. */
export async function viewOf(found: StoredSignUp, parts: SignUpParts): Promise<SignUp> {
  const { ordering, spaceToday } = parts
  const { steps, email, subject, orderNumber } = found
  const { item, contact = null, image = null, hasRequirement = false } = steps
  // Each is written with its item.
  if (!item) throw new Error(`sign-up ${found.id} has no item`)
  const { today, country } = await spaceToday()
  const given = { today, email, hasRequirement, country }
  return {
    email,
    isSignedIn: subject !== null,
    item,
    country,
    contact,
    image,
    hasRequirement,
    done: {
      start: true,
      contact: contact !== null && contactFaults(contact, given).length === 0,
      image: image !== null,
    },
    guardian: contact && isMinor(contact, today) ? await guardianOf(found, parts) : null,
    order: orderNumber === null ? null : await orderOf(ordering, orderNumber),
  }
}

async function guardianOf(found: StoredSignUp, parts: SignUpParts): Promise<SignUp['guardian']> {
  const consent = await currentConsent(found, parts)
  return {
    email: found.steps.contact?.guardianEmail ?? '',
    wasAsked: consent !== null,
    hasAgreed: consent !== null && consent.agreedAt !== null,
  }
}
