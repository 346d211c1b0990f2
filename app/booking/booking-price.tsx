import type { BookingQuote as Quote } from '../../contracts/booking.ts'
import type { WeekView } from '../../contracts/live.ts'
import { bookingPrice, discountBetween } from '../../rules/booking/price.ts'
import { toCents, toDecimal } from '../../rules/money.ts'
import { inCredits } from '../live/credits.ts'
import { money } from '../i18n/format.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { type Translate, useTranslate } from '../i18n/messages.ts'
import type { Wish } from './booking-request.ts'
import type { BookableEquipment } from './equipment-picker.tsx'

/** The price of a time as the screen tells it. */
export interface ShownPrice {
  /** What is due, EUR as a decimal string. */
  price: string
  minutes: number
  /** The price without the member's discount; equal to `price` without one. */
  listPrice: string
  /** The member's discount in percent; absent where only the prices are known. */
  percent?: number
}

/**
 * Returns the price of a time: the member's as quoted, else that of the price list; null until it is known.
 * @param isMember a member's price is not guessed before the quote arrives
 */
export function priceOf(
  wish: Wish | null,
  {
    equipment,
    week,
    quote,
    isMember,
  }: { equipment: BookableEquipment; week: WeekView; quote: Quote | undefined; isMember: boolean },
): ShownPrice | null {
  if (quote?.cost) {
    const { price, minutes } = quote.cost
    const { listPrice } = priceWith('0', equipment, minutes)
    return { price, minutes, listPrice }
  }
  const minutes = wish && !isMember ? minutesIn(week, wish) : 0
  return minutes === 0 ? null : priceWith('0', equipment, minutes)
}

/** Returns the price of a length by the rule of the quote. @param percent the discount as a decimal string */
export function priceWith(percent: string, equipment: Priced, minutes: number): ShownPrice {
  const price = (bookingFeeDiscountPercent: string) =>
    toDecimal(bookingPrice(equipment, minutes, [{ bookingFeeDiscountPercent }]))
  return { price: price(percent), minutes, listPrice: price('0'), percent: Number(percent) }
}

type Priced = Pick<BookableEquipment, 'pricePerBooking' | 'pricePerBookingSeconds'>

/** The price, the largest thing beside the button, and what it is made of. */
export function BookingPrice({
  shown,
  quote,
  equipment,
  isAsking,
}: {
  shown: ShownPrice | null
  quote: Quote | undefined
  equipment: BookableEquipment
  /** The member's price is on its way. */
  isAsking: boolean
}) {
  const locale = useLocale()
  const t = useTranslate()
  // Before a time is chosen the head of the screen says what the equipment costs.
  if (!shown) return isAsking && <div className="booking-price waits" />
  return (
    <div className="booking-price">
      <p className="amount">{costInWords(shown, locale, t)}</p>
      <p className="price-note">
        {lengthInWords(shown.minutes, locale, t)} · {equipment.price}
        {discountOf(shown) > 0 && ` · ${t('booking_price_discount', { percent: discountOf(shown) })}`}
      </p>
      {Number(shown.price) > 0 && quote?.cost && (
        <p className="price-note">{payment(quote.cost, locale, t)}</p>
      )}
    </div>
  )
}

/** "21,60 €", "kostenlos" */
export function costInWords({ price }: Pick<ShownPrice, 'price'>, locale: Locale, t: Translate): string {
  return Number(price) === 0 ? t('booking_price_free') : money(price, locale)
}

/** "2 Std.", "30 Min." */
export function lengthInWords(minutes: number, locale: Locale, t: Translate): string {
  if (minutes < 60) return t('booking_time_minutes', { minutes })
  const hours = (minutes / 60).toLocaleString(locale === 'de' ? 'de-DE' : 'en-GB')
  return t('booking_time_hours', { hours })
}

/** Returns the member's discount in percent; in whole percent where it follows from prices in cents. */
export function discountOf({ price, listPrice, percent }: ShownPrice): number {
  return percent ?? discountBetween(toCents(listPrice), toCents(price))
}

/** Real minutes of a time of the week: a clock change leaves slots out or repeats them. */
function minutesIn({ days, slotMinutes }: WeekView, { fromDateTime, untilDateTime }: Wish): number {
  const slots = days.flatMap((day) => day.slots)
  return (
    slots.filter(({ from, until }) => fromDateTime <= from && until <= untilDateTime).length * slotMinutes
  )
}

/** How it is paid: credits first, then money. */
export function payment(cost: NonNullable<Quote['cost']>, locale: Locale, t: Translate): string {
  if (cost.credits.length === 0) return t('booking_paid_money')
  const cents = cost.credits.reduce((sum, { amount }) => sum + toCents(amount), 0)
  const credits = inCredits(toDecimal(cents), locale, t)
  if (Number(cost.money) === 0) return t('booking_paid_credits', { credits })
  return t('booking_paid_split', { credits, money: money(cost.money, locale) })
}
