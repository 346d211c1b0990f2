import type { Locale } from '../../contracts/problem.ts'

/** Texts of the mail about a booking that is cancelled because a package has ended. */
export const uncoveredTexts = {
  de: {
    subject: 'Storniert: {machine}, {when}',
    lead: 'das Paket, mit dem du gebucht hast, endet vorher. Deshalb ist diese Buchung storniert:',
    action: 'Buchungen ansehen',
    note: 'Mit einem anderen Paket kannst du die Zeit wieder buchen, solange sie frei ist.',
  },
  en: {
    subject: 'Cancelled: {machine}, {when}',
    lead: 'the package you booked with ends before then, so this booking is cancelled:',
    action: 'View bookings',
    note: 'With another package you can book the time again while it is free.',
  },
} satisfies Record<Locale, Record<'subject' | 'lead' | 'action' | 'note', string>>
