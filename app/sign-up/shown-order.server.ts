import { createHash } from 'node:crypto'
import type { OrderConsent } from '../../contracts/order.ts'
import type { SiteServices } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { plainText } from './legal-text.server.ts'

/** The texts that the order asks a buyer to agree to, word for word. @throws ContentUnavailable */
export async function consentTexts(
  { content }: Pick<SiteServices, 'content'>,
  locale: Locale,
  canWithdraw: boolean,
): Promise<OrderConsent[]> {
  const textAt = async (path: string) =>
    plainText((await content.story(path.replace(/^\/(en\/)?/, ''), locale))?.content)
  const terms = { kind: 'terms', text: await textAt(paths.terms(locale)) } as const
  if (!canWithdraw) return [terms]
  return [
    terms,
    { kind: 'withdrawal', text: await textAt(paths.withdrawal(locale)) },
    { kind: 'earlyStart', text: translate(locale, 'onboarding_payment_early') },
  ]
}

/**
 * Returns a hash of all that a buyer sees before the button: the offers and the texts to agree to.
 * @param offers names the offers, by the backend
 */
export function shownOrder(offers: string, texts: OrderConsent[]): string {
  const seen = [offers, ...texts.map(({ kind, text }) => [kind, text])]
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url')
}
