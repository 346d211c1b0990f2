import type { Equipment } from '../../contracts/equipment.ts'
import { money } from '../i18n/format.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'

/** Returns the price before discounts: "12,00 € je Stunde". */
export function priceInWords(
  { pricePerBooking, pricePerBookingSeconds }: Pick<Equipment, 'pricePerBooking' | 'pricePerBookingSeconds'>,
  locale: Locale,
): string {
  if (Number(pricePerBooking) === 0) return translate(locale, 'block_machine_no_price')
  const price = money(pricePerBooking, locale)
  if (!pricePerBookingSeconds) return translate(locale, 'block_live_price_booking', { price })
  const hours = pricePerBookingSeconds / 3600
  return hours === 1
    ? translate(locale, 'block_live_price_hour', { price })
    : translate(locale, 'block_live_price_hours', { price, hours })
}
