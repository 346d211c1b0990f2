import type { Locale } from '../../../../contracts/problem.ts'

/** Returns the language of a member, German when it is not known. */
export function localeOf({ language }: { language: string | null }): Locale {
  return language === 'en' ? 'en' : 'de'
}

const bookingOf = { de: 'Buchung', en: 'Booking' } satisfies Record<Locale, string>

/** Returns how a charge for a booking is called in the language of its member: `Buchung Lasercutter`. */
export function chargeDescription(equipmentName: string, member: { language: string | null }): string {
  return `${bookingOf[localeOf(member)]} ${equipmentName}`
}
