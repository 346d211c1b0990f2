import { centsPerCredit } from '../../rules/credits.ts'
import { toCents } from '../../rules/money.ts'
import { languageTag, type Locale } from '../i18n/locale.ts'
import type { Translate } from '../i18n/messages.ts'

/** "1.024 Credits", "−40,5 Credits": money in the unit of the credits. @param amount EUR, decimal string */
export function inCredits(amount: string, locale: Locale, t: Translate): string {
  const count = creditNumber(amount, locale)
  return t(count === '1' ? 'me_credits_one' : 'me_credits_many', { count })
}

/** "1.024", "−40,5": the number of credits. @param amount EUR, decimal string */
export function creditNumber(amount: string, locale: Locale): string {
  const format = new Intl.NumberFormat(languageTag[locale], { maximumFractionDigits: 1 })
  return withMinus(format.format(toCents(amount) / centsPerCredit))
}

/** Puts a real minus sign before a formatted number. */
export function withMinus(formatted: string): string {
  return formatted.replace('-', '\u2212')
}
