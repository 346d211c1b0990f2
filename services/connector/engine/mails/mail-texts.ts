import type { Locale } from '../../../../contracts/problem.ts'

/** Texts of the mails about bookings, without times and money. */
export const texts = {
  made: {
    de: {
      subject: 'Gebucht: {machine}, {when}',
      lead: 'deine Buchung steht:',
      action: 'Buchung ansehen',
      note: 'Die Kalenderdatei liegt bei. Zum Stornieren nimm die Seite deiner Buchungen: Im Kalender abzusagen genügt nicht.',
    },
    en: {
      subject: 'Booked: {machine}, {when}',
      lead: 'your booking is made:',
      action: 'See booking',
      note: 'The calendar file is attached. To cancel, use the page of your bookings: declining in your calendar is not enough.',
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
      action: 'See booking',
      note: 'The attached calendar file changes the entry in your calendar.',
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
      action: 'See bookings',
      note: 'The attached calendar file takes the entry out of your calendar.',
    },
  },
  reminder: {
    de: {
      subject: 'Erinnerung: {machine}, {when}',
      lead: 'bald beginnt deine Buchung:',
      action: 'Buchung ansehen',
      note: 'Du kommst nicht? Dann storniere, damit andere die Maschine nutzen können.',
    },
    en: {
      subject: 'Reminder: {machine}, {when}',
      lead: 'your booking begins soon:',
      action: 'See booking',
      note: 'You are not coming? Then cancel, so that others can use the machine.',
    },
  },
  offer: {
    de: {
      subject: '{machine} ist frei: {when}',
      lead: 'die Zeit, auf die du wartest, ist frei geworden:',
      action: 'Zeit buchen',
      note: 'Passt es nicht mehr? Dann lehne sie ab, damit die nächste Person nicht warten muss.',
    },
    en: {
      subject: '{machine} is free: {when}',
      lead: 'the time you are waiting for has become free:',
      action: 'Book this time',
      note: 'It no longer suits you? Then decline it, so that the next person need not wait.',
    },
  },
  released: {
    de: {
      subject: 'Deine Buchung wurde freigegeben: {machine}',
      lead: 'du hast dich nicht angemeldet, deshalb können jetzt andere die Maschine nutzen:',
      action: 'Buchungen ansehen',
      note: 'Die Kalenderdatei im Anhang nimmt den Eintrag aus deinem Kalender.',
    },
    en: {
      subject: 'Your booking was released: {machine}',
      lead: 'you did not check in, so others may use the machine now:',
      action: 'See bookings',
      note: 'The attached calendar file takes the entry out of your calendar.',
    },
  },
} satisfies Record<string, Record<Locale, Record<'subject' | 'lead' | 'action' | 'note', string>>>

/** Times and money in words. */
export const words = {
  de: {
    before: 'Bisher: {when}',
    free: 'Preis: kostenlos.',
    credits: 'Preis: {price}, ganz aus deinem Guthaben.',
    money: 'Preis: {price}, auf Rechnung.',
    split: 'Preis: {price}. Du zahlst {credits} aus deinem Guthaben und {money} auf Rechnung.',
    freeUntil: 'Kostenlos stornieren kannst du bis {until}.',
    freeUntilEnd: 'Kostenlos stornieren kannst du, bis sie endet.',
    late: 'Kostenlos stornieren geht nicht mehr: {price} bleiben fällig, auch wenn du stornierst.',
    cancelledFree: 'Sie kostet dich nichts.',
    cancelledLate: 'Die Frist war vorbei, deshalb bleiben {price} fällig.',
    released: 'Berechnet wird sie trotzdem: {price}.',
    refundable: 'Bucht jemand anderes die Zeit, zahlst du entsprechend weniger.',
    offered: 'Sie gehört dir bis {until}.',
    calendar: 'Ansehen und stornieren: {url}',
    file: 'buchung.ics',
  },
  en: {
    before: 'Before: {when}',
    free: 'Price: free of charge.',
    credits: 'Price: {price}, all of it from your credits.',
    money: 'Price: {price}, to be invoiced.',
    split: 'Price: {price}. You pay {credits} from your credits and {money} by invoice.',
    freeUntil: 'You can cancel free of charge until {until}.',
    freeUntilEnd: 'You can cancel free of charge until it ends.',
    late: 'It can no longer be cancelled free of charge: {price} is still due, even if you cancel.',
    cancelledFree: 'It costs you nothing.',
    cancelledLate: 'The time limit had passed, so {price} is still due.',
    released: 'It is charged all the same: {price}.',
    refundable: 'If somebody else books the time, you pay correspondingly less.',
    offered: 'It is yours until {until}.',
    calendar: 'See and cancel it: {url}',
    file: 'booking.ics',
  },
} satisfies Record<Locale, Record<string, string>>

/** Returns the language of a member, German when it is not known. */
export function localeOf({ language }: { language: string | null }): Locale {
  return language === 'en' ? 'en' : 'de'
}

const bookingOf = { de: 'Buchung', en: 'Booking' } satisfies Record<Locale, string>

/** Returns how a charge for a booking is called in the language of its member: `Buchung Lasercutter`. */
export function chargeDescription(equipmentName: string, member: { language: string | null }): string {
  return `${bookingOf[localeOf(member)]} ${equipmentName}`
}
