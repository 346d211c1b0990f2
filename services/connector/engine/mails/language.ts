import type { Locale } from '../../../../contracts/problem.ts'

/** The language of a member; German where it is not known. */
export function localeOf({ language }: { language: string | null }): Locale {
  return language === 'en' ? 'en' : 'de'
}

const bookingOf = { de: 'Buchung', en: 'Booking' } satisfies Record<Locale, string>

/** What a charge for a booking is called where its member reads it: `Buchung Lasercutter`. */
export function chargeDescription(machine: string, member: { language: string | null }): string {
  return `${bookingOf[localeOf(member)]} ${machine}`
}
