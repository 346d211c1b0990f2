import type { Locale } from '../../../contracts/problem.ts'

export type PlaceMailKind =
  | 'calledOff'
  | 'booked'
  | 'waiting'
  | 'offered'
  | 'offerOver'
  | 'soon'
  | 'moved'
  | 'movedList'
  | 'substitute'
  | 'substituted'
  | 'cancelled'
  | 'dayBefore'
  | 'lost'
  | 'paymentFailed'
  | 'unpaid'
  | 'owed'

interface Text {
  subject: string
  lead: string
  action: string
  /** Where the action leads: own courses, or the page of the course. */
  path: 'own' | 'page'
  paragraphs?: string[]
}

export const texts: Record<Locale, Record<PlaceMailKind, Text>> = {
  de: {
    booked: {
      subject: 'Du bist dabei: {course}',
      lead: 'dein Platz ist gebucht. Wir freuen uns auf dich!',
      action: 'Meine Kurse ansehen',
      path: 'own',
    },
    waiting: {
      subject: 'Auf der Warteliste: {course}',
      lead: 'der Termin ist voll. Du stehst auf der Warteliste.',
      action: 'Meine Kurse ansehen',
      path: 'own',
      paragraphs: [
        'Wird ein Platz frei, bieten wir ihn der Reihe nach an. Dann bekommst du eine E-Mail und hast bis zu 24 Stunden Zeit. Bis dahin kostet es nichts.',
      ],
    },
    offered: {
      subject: 'Ein Platz ist frei: {course}',
      lead: 'ein Platz ist frei, und du bist als Nächstes dran. Er ist für dich zurückgelegt bis {until}.',
      action: 'Platz annehmen oder ablehnen',
      path: 'own',
      paragraphs: ['Danach bieten wir ihn der nächsten Person an.'],
    },
    offerOver: {
      subject: 'Das Angebot ist abgelaufen: {course}',
      lead: 'der Platz, den wir dir angeboten haben, ist weitergegeben. Wenn du noch möchtest, melde dich einfach neu an.',
      action: 'Kurs ansehen',
      path: 'page',
    },
    soon: {
      subject: 'Kurz vor Beginn ein Platz frei: {course}',
      lead: 'gerade ist ein Platz frei geworden. So kurz vor Beginn legen wir ihn nicht mehr zurück: Wer sich zuerst anmeldet, bekommt ihn.',
      action: 'Kurs ansehen',
      path: 'page',
    },
    moved: {
      subject: 'Verschoben: {course}',
      lead: 'wir haben diesen Termin verschieben müssen. Dein Platz gilt für den neuen.',
      action: 'Meine Kurse ansehen',
      path: 'own',
      paragraphs: ['Bisher: {former}.'],
    },
    movedList: {
      subject: 'Verschoben: {course}',
      lead: 'wir haben diesen Termin verschieben müssen. Deine Stelle auf der Warteliste behältst du.',
      action: 'Meine Kurse ansehen',
      path: 'own',
      paragraphs: ['Bisher: {former}.'],
    },
    substitute: {
      subject: 'Du hast einen Platz: {course}',
      lead: '{other} kann nicht kommen und hat dir den Platz weitergegeben. Wir freuen uns auf dich!',
      action: 'Meine Kurse ansehen',
      path: 'own',
      paragraphs: [
        'Mit einem Konto unter dieser E-Mail-Adresse siehst du den Platz unter „Meine Kurse“. Dort kannst du ihn auch absagen.',
      ],
    },
    substituted: {
      subject: 'Weitergegeben: dein Platz in {course}',
      lead: 'dein Platz gehört jetzt {other}. Wir haben euch beiden geschrieben.',
      action: 'Meine Kurse ansehen',
      path: 'own',
      paragraphs: [
        'Du hast ihn bezahlt. Geht davon Geld zurück, bekommst du es auf demselben Weg, auf dem es kam.',
      ],
    },
    cancelled: {
      subject: 'Abgesagt: dein Platz in {course}',
      lead: 'du hast deinen Platz abgesagt.',
      action: 'Meine Kurse ansehen',
      path: 'own',
      paragraphs: ['Du bekommst {refund} zurück, auf demselben Weg, auf dem das Geld kam.'],
    },
    calledOff: {
      subject: 'Fällt aus: {course}',
      lead: 'leider fällt dieser Termin aus. Das tut uns leid!',
      action: 'Andere Termine ansehen',
      path: 'page',
      paragraphs: [
        'Was du bezahlt hast, bekommst du vollständig zurück, auf demselben Weg, auf dem das Geld kam.',
      ],
    },
    dayBefore: {
      subject: 'Morgen: {course}',
      lead: 'morgen ist es so weit. Wir freuen uns auf dich!',
      action: 'Meine Kurse ansehen',
      path: 'own',
      paragraphs: ['Kannst du doch nicht kommen? Sag deinen Platz bitte ab, dann freut sich jemand anderes.'],
    },
    lost: {
      subject: 'Deine Zahlung kam zu spät: {course}',
      lead: 'dein Geld kam an, als dein Platz schon weitergegeben war. Es geht vollständig zurück, auf demselben Weg, auf dem es kam.',
      action: 'Meine Kurse ansehen',
      path: 'own',
      paragraphs: [
        'Du stehst jetzt ganz vorn auf der Warteliste. Wird ein Platz frei, bekommst du ihn als Erstes angeboten.',
      ],
    },
    paymentFailed: {
      subject: 'Noch nicht bezahlt: {course}',
      lead: 'deine Bank hat die Abbuchung für diesen Platz nicht eingelöst. Er bleibt bis {until} für dich zurückgelegt.',
      action: 'Platz jetzt bezahlen',
      path: 'own',
      paragraphs: ['Bezahlst du bis dahin nicht, geht er an jemand anderen.'],
    },
    unpaid: {
      subject: 'Nicht bezahlt: dein Platz in {course}',
      lead: 'die Zahlung für deinen Platz ist nicht angekommen, deshalb haben wir ihn freigegeben. Wenn du noch möchtest, melde dich einfach neu an.',
      action: 'Kurs ansehen',
      path: 'page',
    },
    owed: {
      subject: 'Zahlung zurückgegeben: {course}',
      lead: 'deine Bank hat die Abbuchung für diesen Platz nicht eingelöst. Der Kurs hat schon begonnen, offen sind noch {refund}.',
      action: 'Meine Kurse ansehen',
      path: 'own',
      paragraphs: [
        'Die Rechnung darüber schicken wir dir in einer eigenen E-Mail. Darin steht, wie du bezahlst.',
      ],
    },
  },
  en: {
    booked: {
      subject: 'You are in: {course}',
      lead: 'your place is booked. We look forward to seeing you!',
      action: 'See my courses',
      path: 'own',
    },
    waiting: {
      subject: 'On the waiting list: {course}',
      lead: 'this date is full. You are on the waiting list.',
      action: 'See my courses',
      path: 'own',
      paragraphs: [
        'When a seat becomes free, we offer it in the order of the list. You then get an email and have up to 24 hours. Until then it costs nothing.',
      ],
    },
    offered: {
      subject: 'A seat is free: {course}',
      lead: 'a seat is free, and you are next. We keep it for you until {until}.',
      action: 'Accept or decline the seat',
      path: 'own',
      paragraphs: ['After that we offer it to the next person.'],
    },
    offerOver: {
      subject: 'The offer is over: {course}',
      lead: 'the seat that we offered you went to somebody else. If you still want to come, just sign up again.',
      action: 'See the course',
      path: 'page',
    },
    soon: {
      subject: 'A last-minute seat: {course}',
      lead: 'a seat has just become free. This close to the beginning we do not keep it for anybody: whoever signs up first gets it.',
      action: 'See the course',
      path: 'page',
    },
    moved: {
      subject: 'Moved: {course}',
      lead: 'we had to move this date. You keep your place on the new date.',
      action: 'See my courses',
      path: 'own',
      paragraphs: ['Previously: {former}.'],
    },
    movedList: {
      subject: 'Moved: {course}',
      lead: 'we had to move this date. You keep your position on the waiting list.',
      action: 'See my courses',
      path: 'own',
      paragraphs: ['Previously: {former}.'],
    },
    substitute: {
      subject: 'You have a place: {course}',
      lead: '{other} cannot come and has given the place to you. We look forward to seeing you!',
      action: 'See my courses',
      path: 'own',
      paragraphs: [
        'With an account under this email address you see the place under “My courses”. There you can cancel it, too.',
      ],
    },
    substituted: {
      subject: 'Passed on: your place in {course}',
      lead: 'your place belongs to {other} now. We have written to both of you.',
      action: 'See my courses',
      path: 'own',
      paragraphs: ['You have paid for it. Money that goes back comes to you, the same way it came.'],
    },
    cancelled: {
      subject: 'Cancelled: your place in {course}',
      lead: 'you have cancelled your place.',
      action: 'See my courses',
      path: 'own',
      paragraphs: ['You get {refund} back, the same way the money came.'],
    },
    calledOff: {
      subject: 'Called off: {course}',
      lead: 'sadly this date is not going ahead. We are sorry!',
      action: 'See other dates',
      path: 'page',
      paragraphs: ['You get back everything that you paid, the same way the money came.'],
    },
    dayBefore: {
      subject: 'Tomorrow: {course}',
      lead: 'tomorrow is the day. We look forward to seeing you!',
      action: 'See my courses',
      path: 'own',
      paragraphs: ['Can you not come after all? Please cancel your place, and somebody else will be glad.'],
    },
    lost: {
      subject: 'Your payment came too late: {course}',
      lead: 'your money arrived when your seat had been given to somebody else. All of it goes back, the same way it came.',
      action: 'See my courses',
      path: 'own',
      paragraphs: [
        'You are first on the waiting list now. When a seat becomes free, you are the first to be offered it.',
      ],
    },
    paymentFailed: {
      subject: 'Not paid yet: {course}',
      lead: 'your bank has refused the direct debit for this place. We keep it for you until {until}.',
      action: 'Pay for the place now',
      path: 'own',
      paragraphs: ['If you do not pay by then, it goes to somebody else.'],
    },
    unpaid: {
      subject: 'Not paid: your place in {course}',
      lead: 'the payment for your place has not arrived, so we have released it. If you still want to come, just sign up again.',
      action: 'See the course',
      path: 'page',
    },
    owed: {
      subject: 'Payment returned: {course}',
      lead: 'your bank has refused the direct debit for this place. The course has begun, and {refund} is still open.',
      action: 'See my courses',
      path: 'own',
      paragraphs: ['We send you the invoice for it in an email of its own, which says how you can pay.'],
    },
  },
}

export const words = {
  de: {
    seats: '{count} Plätze',
    costs: '{price}, alle Steuern inbegriffen',
    costsNothing: 'kostenlos',
    instruction:
      'Bis der Kurs beginnt, brauchst du noch die Online-Unterweisung „{title}“. Ohne sie kannst du teilnehmen, bekommst die Unterweisung aber nicht. Hast du sie schon bestanden, ist nichts zu tun. Hier geht es zu ihr: {href}',
    free: 'Bis einschließlich {day} kannst du kostenlos absagen.',
    latePart: 'Danach bekommst du {percent} % zurück, und alles, wenn jemand anderes deinen Platz nimmt.',
    lateNothing: 'Danach bekommst du dein Geld nur zurück, wenn jemand anderes deinen Platz nimmt.',
    nowPart:
      'Kostenlos absagen geht für diesen Termin nicht mehr: Sagst du ab, bekommst du {percent} % zurück, und alles, wenn jemand anderes deinen Platz nimmt.',
    nowNothing:
      'Kostenlos absagen geht für diesen Termin nicht mehr: Sagst du ab, bekommst du dein Geld nur zurück, wenn jemand anderes deinen Platz nimmt.',
    movedFree: 'Passt dir der neue Termin nicht, kannst du bis zum Beginn absagen. Es kostet nichts.',
    movedRefund:
      'Passt dir der neue Termin nicht, kannst du bis zum Beginn kostenlos absagen: Weil wir ihn verschoben haben, bekommst du alles zurück, was du bezahlt hast.',
    payer: 'Was bezahlt war und zurückgeht, bekommt die Person, die den Platz bezahlt hat.',
    offerStands: 'Ein Platz ist für dich zurückgelegt bis {until}.',
    withdrawal:
      'Ein Widerrufsrecht gibt es für Kurse an einem festen Termin nicht (§ 312g Abs. 2 Nr. 9 BGB).',
    note: 'Fragen dazu? Antworte einfach auf diese E-Mail.',
    file: 'termin',
    nextDates: 'Die nächsten Termine mit freien Plätzen:',
    nextAction: 'Zum nächsten Termin anmelden',
    guestAction: 'Deinen Platz ansehen',
  },
  en: {
    seats: '{count} seats',
    costs: '{price}, all taxes included',
    costsNothing: 'free of charge',
    instruction:
      'Until the course begins, you still need the online instruction “{title}”. Without it you can take part, but you do not get the training. If you have passed it already, there is nothing to do. You find it here: {href}',
    free: 'You can cancel free of charge up to and including {day}.',
    latePart: 'After that you get {percent}% back, and all of it if somebody else takes your seat.',
    lateNothing: 'After that you get your money back only if somebody else takes your seat.',
    nowPart:
      'This date can no longer be cancelled free of charge: if you cancel, you get {percent}% back, and all of it if somebody else takes your seat.',
    nowNothing:
      'This date can no longer be cancelled free of charge: if you cancel, you get your money back only if somebody else takes your seat.',
    movedFree: 'If the new date does not suit you, you can cancel until it begins. It costs nothing.',
    movedRefund:
      'If the new date does not suit you, you can cancel free of charge until it begins: because we moved it, you get back everything that you paid.',
    payer: 'Money that goes back comes to the person who has paid for the place.',
    offerStands: 'We keep a seat for you until {until}.',
    withdrawal: 'There is no right of withdrawal for courses on a fixed date (section 312g(2) no. 9 BGB).',
    note: 'Any questions? Just reply to this email.',
    file: 'date',
    nextDates: 'The next dates with free seats:',
    nextAction: 'Sign up for the next date',
    guestAction: 'See your place',
  },
} satisfies Record<Locale, Record<string, string>>

/** For people without an account: nothing is booked before they have opened the link. */
export const guestTexts = {
  de: {
    subject: 'Noch ein Schritt: {course}',
    lead: 'du willst dich ohne Konto zu diesem Termin anmelden. Öffne den Link: Dort siehst du noch einmal alles und nimmst den Platz mit einem Klick.',
    action: 'Anmeldung abschließen',
    paragraph:
      'Der Link gilt 24 Stunden. Bis dahin ist noch kein Platz für dich zurückgelegt. Warst du das nicht? Dann ist nichts zu tun.',
  },
  en: {
    subject: 'One more step: {course}',
    lead: 'you want to sign up for this date without an account. Open the link: it shows everything once more, and you take the place with one click.',
    action: 'Complete your sign-up',
    paragraph:
      'The link is valid for 24 hours. No seat is kept for you until then. Was this not you? Then there is nothing to do.',
  },
} satisfies Record<Locale, object>

/** For staff, whose language is that of the space. */
export const tooFewText = {
  subject: 'Zu wenige Anmeldungen: {course}',
  lead: 'für diesen Termin sind zu wenige Plätze gebucht: {booked}, gebraucht werden {minimum}.',
  paragraph:
    'Soll er trotzdem stattfinden, ist nichts zu tun. Soll er ausfallen, sagt ihn der Betreiber ab (werkbank courses call-off {date}): Alle bekommen Bescheid und ihr Geld zurück.',
  action: 'Liste des Termins ansehen',
  note: 'Du bekommst diese E-Mail, weil du Kurse leitest oder verwaltest. Sie kommt nur einmal.',
}
