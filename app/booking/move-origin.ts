import type { Locale } from '../i18n/locale.ts'
import * as paths from '../paths.ts'

/**
 * Where the move of a booking may begin: the overview of the member, the list of their bookings, the ticket after booking.
 * The address of a move carries one of these words and no address, so that it leads nowhere else and follows the language.
 */
export const moveOrigins = ['profil', 'bookings', 'ticket'] as const
export type MoveOrigin = (typeof moveOrigins)[number]

/** Returns the address to which a move returns. @param week the machine and the day (YYYY-MM-DD) whose ticket is shown */
export function returnAddress(
  origin: MoveOrigin,
  locale: Locale,
  week: { machine: number; day: string },
): string {
  return origin === 'ticket' ? paths.bookingAt(locale, week) : paths.me(locale, origin)
}

/** Returns the part of an address that moves a booking (id). The list of bookings is where moves begin unless it says else. */
export function moveQuery(moves: number, began: MoveOrigin): { moves: number; began?: MoveOrigin } {
  return began === 'bookings' ? { moves } : { moves, began }
}
