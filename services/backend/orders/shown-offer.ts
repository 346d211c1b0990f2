import { createHash } from 'node:crypto'
import type { MemberOffer, Offer, OrderConsent } from '../../../contracts/order.ts'
import type { Locale } from '../../../contracts/problem.ts'
import { consentsTo } from './legal-texts.ts'
import type { Ordering } from './parts.ts'

/** Returns an offer with the name of all that a member sees before the button. @throws Problem `upstreamUnavailable` */
export async function shownTo(
  { legalTextOf }: Pick<Ordering, 'legalTextOf'>,
  { isCompany, ...offer }: Offer & Pick<MemberOffer, 'isCompany'>,
  locale: Locale,
): Promise<MemberOffer> {
  const consents = await consentsTo(isCompany ? ['terms'] : ['terms', 'withdrawal'], locale, legalTextOf)
  return { ...offer, isCompany, shown: nameOf(offer, consents) }
}

/** Names an offer and the texts to agree to, word for word. */
export function nameOf(offer: Offer, consents: OrderConsent[]): string {
  const texts = (['terms', 'withdrawal'] as const).map(
    (kind) => consents.find((consent) => consent.kind === kind)?.text ?? null,
  )
  return createHash('sha256')
    .update(JSON.stringify([offer, texts]))
    .digest('base64url')
}
