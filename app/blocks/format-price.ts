import { languageTag, type Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'

/** Formats a decimal price in EUR ("49,00 €"); a price of zero is a word. */
export function formatPrice(price: string, locale: Locale): string {
  const amount = Number(price)
  if (amount === 0) return translate(locale, 'block_price_free')
  return new Intl.NumberFormat(languageTag[locale], { style: 'currency', currency: 'EUR' }).format(amount)
}
