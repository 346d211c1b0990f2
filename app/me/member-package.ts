import type { MemberPackage } from '../../contracts/member.ts'
import type { Package } from '../../contracts/package.ts'
import type { Subscription } from '../../contracts/subscription.ts'
import { money } from '../i18n/format.ts'
import type { Locale } from '../i18n/locale.ts'
import type { MessageKey, Translate } from '../i18n/messages.ts'

/**
 * Splits packages by a day, first and last day included: the current ones and those to come by their start, the past
 * ones by their end, the latest first.
 * @param today YYYY-MM-DD
 */
export function packagesByTime(packages: MemberPackage[], today: string) {
  const isOver = ({ untilDate }: MemberPackage) => untilDate !== null && untilDate.slice(0, 10) < today
  const byStart = packages.toSorted((one, other) => one.fromDate.localeCompare(other.fromDate))
  const alive = byStart.filter((each) => !isOver(each))
  return {
    current: alive.filter(({ fromDate }) => fromDate.slice(0, 10) <= today),
    coming: alive.filter(({ fromDate }) => fromDate.slice(0, 10) > today),
    past: byStart
      .filter(isOver)
      .toSorted((one, other) => (other.untilDate ?? '').localeCompare(one.untilDate ?? '')),
  }
}

/** Returns its name in a language; that of the workshop system where the price list has none. */
export function titleOf({ name }: MemberPackage, offer: Package | undefined, locale: Locale): string {
  return offer?.name[locale] ?? name
}

/** "39,00 €" and "im Monat"; null for a package without a fee, '' for a period without a text. */
export function feeOf(
  { recurringFee, recurringFeePeriod }: MemberPackage,
  locale: Locale,
  t: Translate,
): { amount: string; period: string } | null {
  if (Number(recurringFee) === 0) return null
  const key = periodKeys.get(recurringFeePeriod)
  return { amount: money(recurringFee, locale), period: key ? t(key) : '' }
}

/**
 * Returns the last day of a package; null = it runs on.
 * @param contract the one behind it, whose end the workshop system learns later
 */
export function lastDayOf(
  { untilDate }: Pick<MemberPackage, 'untilDate'>,
  contract: Pick<Subscription, 'lastDay' | 'cancelOn' | 'change'> | null,
): string | null {
  return untilDate ?? contract?.cancelOn ?? (contract?.change ? contract.lastDay : null)
}

/** Returns what a package gives, one benefit each; what the workshop system knows where the price list has nothing. */
export function givesOf(
  { allowsBooking, bookingFeeDiscountPercent }: MemberPackage,
  offer: Package | undefined,
  locale: Locale,
  t: Translate,
): string[] {
  if (offer) return offer.gives[locale]
  const percent = Number(bookingFeeDiscountPercent)
  return [
    ...(allowsBooking ? [t('me_packages_books')] : []),
    ...(percent > 0
      ? [t('me_packages_discount', { percent: percent.toLocaleString(locale === 'de' ? 'de-DE' : 'en-GB') })]
      : []),
  ]
}

const periodKeys = new Map<string, MessageKey>([
  ['day', 'block_package_per_day'],
  ['month', 'block_package_per_month'],
  ['year', 'block_package_per_year'],
])
