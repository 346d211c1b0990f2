import type { OwnBooking } from '../../contracts/live.ts'
import type { Locale } from '../i18n/locale.ts'
import type { Translate } from '../i18n/messages.ts'
import { costInWords, type ShownPrice } from './booking-price.tsx'
import type { AskedTime } from './use-wish.ts'

interface Move {
  moves: Pick<OwnBooking, 'fromDateTime' | 'untilDateTime'> | null
  asked: Pick<AskedTime, 'valid' | 'quote'>
  price: Pick<ShownPrice, 'price'> | null
}

/** "Verschieben · 21,60 €" once another time is chosen that nothing speaks against; null before. */
export function moveWords({ moves, asked, price }: Move, locale: Locale, t: Translate): string | null {
  const { valid, quote } = asked
  if (!moves || !valid || !price || quote?.refusals.length !== 0) return null
  const isSame = valid.fromDateTime === moves.fromDateTime && valid.untilDateTime === moves.untilDateTime
  return isSame ? null : t('booking_choice_move', { cost: costInWords(price, locale, t) })
}
