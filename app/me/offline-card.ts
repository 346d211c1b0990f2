import { cardKey, type KeptCard } from '../live/kept-card.ts'
import { qrCode } from '../../formats/qr-code.ts'

/**
 * Stores the member card on this device, in place of the one before, for the offline page. Sign-out removes it. The QR
 * code is drawn here, because the offline page has no code of the app.
 */
export function keepCard(card: Omit<KeptCard, 'code'>): void {
  const { name, number, state, locale } = card
  const kept: KeptCard = { name, number, state, locale, code: qrCode(number) }
  try {
    localStorage.setItem(cardKey, JSON.stringify(kept))
  } catch {
    // The browser blocks storage: the card needs a connection.
  }
}
