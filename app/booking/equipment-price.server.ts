import type { Equipment } from '../../contracts/equipment.ts'
import { money } from '../i18n/format.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'

type Priced = Pick<
  Equipment,
  | 'mustBeBooked'
  | 'pricePerBooking'
  | 'pricePerBookingSeconds'
  | 'pricePerTimeBusy'
  | 'pricePerTimeBusySeconds'
  | 'pricePerTimeIdle'
  | 'pricePerTimeIdleSeconds'
  | 'pricePerUsage'
  | 'pricingMinDurationSeconds'
>

/**
 * Returns the prices before discounts: that of booking, and what use costs beside it (B27): "12,00 € je Stunde, dazu
 * 0,10 € je Minute im Betrieb"; and whether it is used by those only who have booked it.
 */
export function priceInWords(equipment: Priced, locale: Locale): string {
  const { pricePerBooking, pricePerBookingSeconds } = equipment
  const booking =
    Number(pricePerBooking) === 0
      ? translate(locale, 'block_machine_no_price')
      : (perTime(pricePerBooking, pricePerBookingSeconds, locale) ??
        translate(locale, 'block_live_price_booking', { price: money(pricePerBooking, locale) }))
  const use = useInWords(equipment, locale)
  return [
    use ? translate(locale, 'block_live_price_and_use', { booking, use }) : booking,
    equipment.mustBeBooked && translate(locale, 'block_live_must_be_booked'),
  ]
    .filter(Boolean)
    .join(', ')
}

/** What using costs, measured by the machine; empty where it costs nothing. */
function useInWords(equipment: Priced, locale: Locale): string {
  const { pricePerUsage, pricingMinDurationSeconds } = equipment
  const busy = perTime(equipment.pricePerTimeBusy, equipment.pricePerTimeBusySeconds, locale)
  const idle = perTime(equipment.pricePerTimeIdle, equipment.pricePerTimeIdleSeconds, locale)
  const usage = Number(pricePerUsage) > 0 && money(pricePerUsage, locale)
  const minutes = Math.ceil((pricingMinDurationSeconds ?? 0) / 60)
  return [
    busy && translate(locale, 'block_live_price_busy', { price: busy }),
    idle && translate(locale, 'block_live_price_idle', { price: idle }),
    usage && translate(locale, 'block_live_price_usage', { price: usage }),
    (busy || idle) && minutes > 0 && translate(locale, 'block_live_price_least', { minutes }),
  ]
    .filter(Boolean)
    .join(', ')
}

/** "12,00 € je Stunde"; null for no price and for one that is not by time. */
function perTime(decimal: string, seconds: number | null, locale: Locale): string | null {
  if (Number(decimal) === 0 || !seconds) return null
  const price = money(decimal, locale)
  if (seconds === 3600) return translate(locale, 'block_live_price_hour', { price })
  if (seconds === 60) return translate(locale, 'block_live_price_minute', { price })
  return seconds % 3600 === 0
    ? translate(locale, 'block_live_price_hours', { price, hours: seconds / 3600 })
    : translate(locale, 'block_live_price_minutes', { price, minutes: Math.round(seconds / 60) })
}
