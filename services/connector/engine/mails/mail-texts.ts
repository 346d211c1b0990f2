import { localeOfMember } from '../../../../contracts/member.ts'
import type { Locale } from '../../../../contracts/problem.ts'
import { uncoveredTexts } from '../../uncovered-mail.ts'

/** Texts of the mails about bookings, without times and money. */
export const texts = {
  made: {
    de: {
      subject: 'Gebucht: {machine}, {when}',
      lead: 'deine Buchung steht:',
      action: 'Buchung ansehen',
      note: 'Die Kalenderdatei liegt bei. Stornieren kannst du auf der Seite deiner Buchungen: Im Kalender abzulehnen genügt nicht.',
    },
    en: {
      subject: 'Booked: {machine}, {when}',
      lead: 'your booking is confirmed:',
      action: 'View booking',
      note: 'The calendar file is attached. To cancel, go to your bookings page: declining in your calendar is not enough.',
    },
  },
  changed: {
    de: {
      subject: 'Geändert: {machine}, {when}',
      lead: 'deine Buchung hat eine neue Zeit:',
      action: 'Buchung ansehen',
      note: 'Die Kalenderdatei im Anhang ändert den Eintrag in deinem Kalender.',
    },
    en: {
      subject: 'Changed: {machine}, {when}',
      lead: 'your booking has a new time:',
      action: 'View booking',
      note: 'The attached calendar file updates the entry in your calendar.',
    },
  },
  cancelled: {
    de: {
      subject: 'Storniert: {machine}, {when}',
      lead: 'deine Buchung ist storniert:',
      action: 'Buchungen ansehen',
      note: 'Die Kalenderdatei im Anhang nimmt den Eintrag aus deinem Kalender.',
    },
    en: {
      subject: 'Cancelled: {machine}, {when}',
      lead: 'your booking is cancelled:',
      action: 'View bookings',
      note: 'The attached calendar file removes the entry from your calendar.',
    },
  },
  reminder: {
    de: {
      subject: 'Erinnerung: {machine}, {when}',
      lead: 'deine Buchung beginnt bald:',
      action: 'Buchung ansehen',
      note: 'Du kommst nicht? Dann storniere, damit andere die Maschine nutzen können.',
    },
    en: {
      subject: 'Reminder: {machine}, {when}',
      lead: 'your booking starts soon:',
      action: 'View booking',
      note: 'Can’t make it? Please cancel so that others can use the machine.',
    },
  },
  offer: {
    de: {
      subject: '{machine} ist frei: {when}',
      lead: 'die Zeit, auf die du gewartet hast, ist frei:',
      action: 'Zeit buchen',
      note: 'Passt es nicht mehr? Dann lehne sie ab, damit die nächste Person nicht warten muss.',
    },
    en: {
      subject: '{machine} is free: {when}',
      lead: 'the time you have been waiting for is free:',
      action: 'Book this time',
      note: 'No longer suits you? Please decline, so that the next person doesn’t have to wait.',
    },
  },
  released: {
    de: {
      subject: 'Deine Buchung wurde freigegeben: {machine}',
      lead: 'du hast nicht eingecheckt, deshalb können jetzt andere die Maschine nutzen:',
      action: 'Buchungen ansehen',
      note: 'Die Kalenderdatei im Anhang nimmt den Eintrag aus deinem Kalender.',
    },
    en: {
      subject: 'Your booking was released: {machine}',
      lead: 'you did not check in, so others can use the machine now:',
      action: 'View bookings',
      note: 'The attached calendar file removes the entry from your calendar.',
    },
  },
  uncovered: uncoveredTexts,
} satisfies Record<string, Record<Locale, Record<'subject' | 'lead' | 'action' | 'note', string>>>

/** Times and money in words. */
export const words = {
  de: {
    before: 'Bisher: {when}',
    /** In the cells of the mail. */
    paid: {
      free: 'kostenlos',
      credits: '{credits}',
      money: 'auf Rechnung',
      split: '{credits}, {money} auf Rechnung',
    },
    free: 'Preis: kostenlos.',
    credits: 'Preis: {price}, bezahlt mit {credits}.',
    money: 'Preis: {price}, auf Rechnung.',
    split: 'Preis: {price}: {credits} und {money} auf Rechnung.',
    discount: 'Die {percent} % Rabatt mit deinem Paket sind schon abgezogen.',
    freeUntil: 'Kostenlos stornieren kannst du bis {until}.',
    freeUntilEnd: 'Kostenlos stornieren kannst du bis zu ihrem Ende.',
    late: 'Kostenlos stornieren geht nicht mehr: {price} bleiben fällig, auch wenn du stornierst.',
    cancelledFree: 'Sie kostet dich nichts.',
    cancelledLate: 'Die Frist war vorbei, deshalb bleiben {price} fällig.',
    released: 'Berechnet wird sie trotzdem: {price}.',
    refundable: 'Bucht jemand anderes die Zeit, zahlst du entsprechend weniger.',
    offered: 'Sie gehört dir bis {until}.',
    calendar: 'Ansehen und stornieren: {url}',
    file: 'buchung.ics',
    credit: '{count} Credit',
    manyCredits: '{count} Credits',
  },
  en: {
    before: 'Previously: {when}',
    /** In the cells of the mail. */
    paid: {
      free: 'free',
      credits: '{credits}',
      money: 'billed to you',
      split: '{credits}, {money} billed to you',
    },
    free: 'Price: free.',
    credits: 'Price: {price}, paid with {credits}.',
    money: 'Price: {price}, billed to you.',
    split: 'Price: {price}: {credits}, and {money} billed to you.',
    discount: 'The {percent}% off with your package is already deducted.',
    freeUntil: 'Free to cancel until {until}.',
    freeUntilEnd: 'Free to cancel until it ends.',
    late: 'No longer free to cancel: you still pay {price} if you cancel.',
    cancelledFree: 'It costs you nothing.',
    cancelledLate: 'The deadline had passed, so {price} is still due.',
    released: 'It is charged all the same: {price}.',
    refundable: 'If someone else books the time, you pay that much less.',
    offered: 'It is yours until {until}.',
    calendar: 'View or cancel: {url}',
    file: 'booking.ics',
    credit: '{count} credit',
    manyCredits: '{count} credits',
  },
} satisfies Record<Locale, Record<string, string | Record<string, string>>>

const bookingOf = { de: 'Buchung', en: 'Booking' } satisfies Record<Locale, string>

interface NamedForMember {
  equipmentName: string
  equipmentNameEn: string | null
  /** Language of the member. */
  language: string | null
}

/** Returns the name of equipment in the language of a member; without an English name the one it has. */
export function equipmentNameFor(about: NamedForMember): string {
  return (localeOfMember(about) === 'en' && about.equipmentNameEn) || about.equipmentName
}

/** Returns how a charge for a booking is called in the language of its member: `Buchung Lasercutter`. */
export function chargeDescription(about: NamedForMember): string {
  return `${bookingOf[localeOfMember(about)]} ${equipmentNameFor(about)}`
}
