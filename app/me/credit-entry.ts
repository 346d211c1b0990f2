import type { Credit } from '../../contracts/credit.ts'
import { toCents, toDecimal } from '../../rules/money.ts'
import { withMinus } from '../live/credits.ts'
import { money } from '../i18n/format.ts'
import { languageTag, type Locale } from '../i18n/locale.ts'
import type { Translate } from '../i18n/messages.ts'

/** Returns the balance of each scope as a decimal string: what pays for bookings first, others in the order of their first entry. */
export function balances(
  credits: Pick<Credit, 'scope' | 'remaining'>[],
): { scope: string; remaining: string }[] {
  const found = new Set(credits.map(({ scope }) => scope))
  const scopes = [...found].toSorted((one, other) => Number(other === 'booking') - Number(one === 'booking'))
  return scopes.map((scope) => ({
    scope,
    remaining: total(credits.filter((each) => each.scope === scope).map(({ remaining }) => remaining)),
  }))
}

/** Returns the sum of decimal strings, exact to the cent. */
export function total(amounts: string[]): string {
  return toDecimal(amounts.reduce((cents, amount) => cents + Number(amount.replace('.', '')), 0))
}

/**
 * Returns what bookings to come hold of an entry; null when they hold nothing.
 * @param entry amounts in EUR, decimal strings
 * @param uses all uses of the entry
 */
export function heldOf(
  { amount, remaining }: Pick<Credit, 'amount' | 'remaining'>,
  uses: { amount: string }[],
): string | null {
  const held = toCents(amount) - toCents(total([remaining, ...uses.map((use) => use.amount)]))
  return held > 0 ? toDecimal(held) : null
}

/** "−4,05 €", with a real minus sign. @param amount EUR, decimal string */
export function signedMoney(amount: string, locale: Locale): string {
  return withMinus(money(amount, locale))
}

/**
 * Returns what ends within 30 days, the soonest first.
 * @param today YYYY-MM-DD
 */
export function endingSoon<T extends { untilDate: string | null }>(
  all: T[],
  today: string,
): (T & { untilDate: string })[] {
  const last = new Date(Date.parse(`${today}T00:00Z`) + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  return all
    .filter((each): each is T & { untilDate: string } => each.untilDate !== null)
    .filter(({ untilDate }) => untilDate.slice(0, 10) <= last)
    .toSorted((one, other) => one.untilDate.localeCompare(other.untilDate))
}

/** Returns the name of a scope; an unknown one stays as the workshop system calls it. */
export function scopeName(scope: string, t: Translate): string {
  const key = scopeKeys.get(scope)
  return key ? t(key) : scope
}

/** Names a credit entry by the day on which it was added: where it comes from is not known. */
export function entryTitle({ createdAt }: Pick<Credit, 'createdAt'>, locale: Locale, t: Translate): string {
  return t('me_credits_from_day', { day: dateText(new Date(createdAt), locale) })
}

/** Returns a sentence about what a scope pays for; empty for an unknown one. */
export function scopeText(scope: string, t: Translate): string {
  const key = scopeKeys.get(scope)
  return key ? t(`${key}_text`) : ''
}

/** "31. Dezember 2026". @param day YYYY-MM-DD, a time after it does not matter */
export function dayText(day: string, locale: Locale): string {
  return dateText(new Date(`${day.slice(0, 10)}T00:00:00Z`), locale, 'UTC')
}

/** "31. Dezember 2026", the day of an instant in a zone; without one in that of the browser. No line ends within it. */
export function dateText(instant: Date, locale: Locale, timeZone?: string): string {
  const tag = languageTag[locale]
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'long', ...(timeZone && { timeZone }) })
  return format.format(instant).replaceAll(' ', '\u00a0')
}

const scopeKeys = new Map<string, 'me_credits_scope_booking' | 'me_credits_scope_usage'>([
  ['booking', 'me_credits_scope_booking'],
  ['usage', 'me_credits_scope_usage'],
])
