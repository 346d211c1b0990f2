import type { SoldItem } from '../../../contracts/order.ts'
import type { Contact, SignUp } from '../../../contracts/sign-up.ts'
import { contactFaults, isMinor } from '../../../rules/contact.ts'
import { flowOf } from '../../../rules/sign-up.ts'
import { orderOf } from '../orders/order-view.ts'
import { currentConsent } from './guardian.ts'
import type { SignUpParts } from './parts.ts'
import { photoOf } from '../members/photos.store.ts'
import type { Steps, StoredSignUp } from './sign-ups.store.ts'

/** The steps that are right. @throws Error for a sign-up without an item */
export async function doneOf(
  found: StoredSignUp,
  { spaceToday }: Pick<SignUpParts, 'spaceToday'>,
): Promise<SignUp['done']> {
  const { steps, email } = found
  const { item, image = null, hasRequirement = false } = steps
  // Each is written with its item.
  if (!item) throw new Error(`sign-up ${found.id} has no item`)
  const flow = flowOf(item)
  const contact = contactFor(item, steps)
  const given = { ...(await spaceToday()), email, hasRequirement, flow }
  return {
    start: true,
    contact: contact !== null && contactFaults(contact, given).length === 0,
    // Teams give none.
    image: flow === 'team' || image !== null,
  }
}

/** A sign-up as its visitor sees it. */
export async function viewOf(found: StoredSignUp, parts: SignUpParts): Promise<SignUp> {
  const { db, ordering, spaceToday } = parts
  const { steps, email, subject, member, orderNumber } = found
  const { item, image = null, hasRequirement = false } = steps
  // Each is written with its item.
  if (!item) throw new Error(`sign-up ${found.id} has no item`)
  const flow = flowOf(item)
  const contact = contactFor(item, steps)
  const { today, country } = await spaceToday()
  return {
    flow,
    email,
    isSignedIn: subject !== null,
    isNewAccount: steps.isNewAccount ?? false,
    item,
    country,
    contact,
    image,
    hasPhoto: member !== null && (await photoOf(db, member)) !== null,
    hasRequirement,
    done: await doneOf(found, { spaceToday: async () => ({ today, country }) }),
    guardian:
      contact && flow === 'onboarding' && isMinor(contact, today) ? await guardianOf(found, parts) : null,
    order: orderNumber === null ? null : await orderOf(ordering, orderNumber),
  }
}

/** The package that is ordered; null = none is. */
export function packageOf(item: SoldItem | undefined): number | null {
  return item && item.kind !== 'credits' ? item.package : null
}

/**
 * The contact as it was typed; the condition of another package is not met by it. A team is a company, whose contact
 * person gives no day of birth.
 */
export function contactFor(item: SoldItem, { contact, requirementOf }: Steps): Contact | null {
  if (!contact) return null
  const own = requirementOf === packageOf(item) ? contact : { ...contact, requirement: '' as const }
  if (flowOf(item) === 'onboarding') return own
  const birth = { birthDay: '', birthMonth: '', birthYear: '', guardianName: '', guardianEmail: '' }
  return { ...own, ...birth, buysFor: 'company' }
}

async function guardianOf(found: StoredSignUp, parts: SignUpParts): Promise<SignUp['guardian']> {
  const consent = await currentConsent(found, parts)
  return {
    email: found.steps.contact?.guardianEmail ?? '',
    wasAsked: consent !== null,
    hasAgreed: consent !== null && consent.agreedAt !== null,
  }
}
