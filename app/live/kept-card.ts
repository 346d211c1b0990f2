/** The member card as it is stored on the device for the offline page: plain data, and nothing that opens a door. */
export interface KeptCard {
  name: string
  /** Member number. */
  number: string
  /** State of the member in the words of the card, such as "aktiv". */
  state: string
  /** Language of these words. */
  locale: 'de' | 'en'
  /** QR code of the number: modules per side with their border, and SVG path data of the dark ones. */
  code: { size: number; path: string }
}

/** Key in the local storage. */
export const cardKey = 'member-card'

/** Removes the card from the device. It is here, not beside its writer, because any page can sign out. */
export function forgetCard(): void {
  try {
    localStorage.removeItem(cardKey)
  } catch {
    // The browser blocks storage: no card was stored.
  }
}
