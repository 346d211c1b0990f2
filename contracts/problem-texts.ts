import { unavailableText } from './problem-body.ts'

interface ProblemText {
  status: number
  de: string
  en: string
}

/**
 * Every expected failure that crosses HTTP: code → status and one sentence per language.
 * `{name}` in a sentence is filled from the problem's params. Bugs are never listed: they are `internal`.
 */
export const problems = {
  malformed: {
    status: 400,
    de: 'Die Anfrage ist nicht lesbar. Bitte schicke gültiges JSON.',
    en: 'The request cannot be read. Please send valid JSON.',
  },
  invalidInput: {
    status: 400,
    de: 'Die Angabe „{field}“ passt nicht. Bitte prüfe sie.',
    en: 'The value “{field}” does not fit. Please check it.',
  },
  unauthorized: { status: 401, de: 'Bitte melde dich an.', en: 'Please sign in.' },
  forbidden: { status: 403, de: 'Das darf dieses Konto nicht.', en: 'This account may not do that.' },
  notFound: { status: 404, de: 'Das gibt es hier nicht.', en: 'There is nothing here.' },
  noMember: {
    status: 404,
    de: 'Kein Mitglied mit diesem Konto gefunden.',
    en: 'No member was found for this account.',
  },
  conflict: {
    status: 409,
    de: 'Das wurde inzwischen geändert. Bitte lade neu und versuche es noch einmal.',
    en: 'This has changed in the meantime. Please reload and try again.',
  },
  methodNotAllowed: {
    status: 405,
    de: 'Hier kann nur gelesen werden.',
    en: 'This can only be read.',
  },
  tooLarge: { status: 413, de: 'Die Anfrage ist zu groß.', en: 'The request is too large.' },
  unsupportedMediaType: {
    status: 415,
    de: 'Bitte schicke application/json.',
    en: 'Please send application/json.',
  },
  refused: {
    status: 422,
    de: 'Diese Buchung ist so nicht möglich.',
    en: 'This booking is not possible like this.',
  },
  tooManyRequests: {
    status: 429,
    de: 'Das waren zu viele Versuche. Bitte warte einen Moment.',
    en: 'Too many attempts. Please wait a moment.',
  },
  overloaded: {
    status: 503,
    de: 'Gerade ist zu viel los. Bitte versuche es gleich noch einmal.',
    en: 'The server is too busy right now. Please try again shortly.',
  },
  upstreamUnavailable: unavailableText,
  databaseUnavailable: {
    status: 503,
    de: 'Unsere Datenbank antwortet gerade nicht. Bitte versuche es gleich noch einmal.',
    en: 'Our database is not answering. Please try again shortly.',
  },
  databaseFull: {
    status: 507,
    de: 'Unser Speicher ist voll. Bitte versuche es später noch einmal.',
    en: 'Our storage is full. Please try again later.',
  },
  internal: {
    status: 500,
    de: 'Da ist bei uns etwas schiefgegangen. Bitte versuche es später noch einmal.',
    en: 'Something went wrong on our side. Please try again later.',
  },
  bookingState: {
    status: 422,
    de: 'Diese Maschine kann gerade nicht gebucht werden.',
    en: 'This machine cannot be booked at the moment.',
  },
  noPackage: {
    status: 422,
    de: 'Dafür fehlt dir ein Paket, mit dem du diese Maschine an diesem Tag buchen kannst.',
    en: 'You need a package that lets you book this machine on that day.',
  },
  holiday: {
    status: 422,
    de: 'An diesem Tag ist die Werkstatt geschlossen.',
    en: 'The workshop is closed on that day.',
  },
  lockIn: {
    status: 422,
    de: 'So kurz vor dem Beginn ({limit} Stunden) kannst du die Buchung nur noch verlängern.',
    en: 'This close to its start ({limit} hours) the booking can only be extended.',
  },
  memberDay: {
    status: 422,
    de: 'Damit buchst du an einem Tag mehr als die erlaubten {limit} Minuten.',
    en: 'That is more than the {limit} minutes you may book in one day.',
  },
  memberWeek: {
    status: 422,
    de: 'Damit buchst du in einer Woche mehr als die erlaubten {limit} Minuten.',
    en: 'That is more than the {limit} minutes you may book in one week.',
  },
  prepaidBalance: {
    status: 422,
    de: 'Deine Vorauszahlung reicht dafür nicht: {limit} € sind übrig.',
    en: 'Your prepayment does not cover this: €{limit} is left.',
  },
  noPermission: {
    status: 422,
    de: 'Für diese Maschine fehlt dir noch die Sicherheitsunterweisung.',
    en: 'You still need the safety training for this machine.',
  },
  slotGrid: {
    status: 422,
    de: 'Beginn und Ende müssen im Raster von {limit} Minuten liegen.',
    en: 'Start and end must lie on the grid of {limit} minutes.',
  },
  openingHours: {
    status: 422,
    de: 'Zu dieser Zeit ist die Werkstatt nicht zum Buchen geöffnet.',
    en: 'The workshop is not open for bookings at that time.',
  },
  windowMin: {
    status: 422,
    de: 'Dieser Beginn ist schon vorbei oder zu kurzfristig (Vorlauf: {limit} Stunden).',
    en: 'This start has passed or is at too short notice (lead time: {limit} hours).',
  },
  windowMax: {
    status: 422,
    de: 'So weit im Voraus geht es noch nicht: höchstens {limit} Tage.',
    en: 'That is too far ahead: at most {limit} days.',
  },
  overlap: {
    status: 422,
    de: 'Diese Zeit ist schon vergeben.',
    en: 'This time is already taken.',
  },
  slotFree: {
    status: 422,
    de: 'Diese Zeit ist frei. Du kannst sie gleich buchen.',
    en: 'This time is free. You can book it right away.',
  },
  waitlistFull: {
    status: 422,
    de: 'Du wartest schon auf {most} Zeiten. Gib zuerst eine davon auf.',
    en: 'You are waiting for {most} times already. Give one of them up first.',
  },
  accountNeeded: {
    status: 422,
    de: 'Für diesen Kurs brauchst du ein Konto.',
    en: 'You need an account for this course.',
  },
  linkExpired: {
    status: 410,
    de: 'Dieser Link ist abgelaufen.',
    en: 'This link has expired.',
  },
  offerEnded: {
    status: 422,
    de: 'Dieses Angebot gilt nicht mehr.',
    en: 'This offer is no longer valid.',
  },
  noBookingNow: {
    status: 422,
    de: 'Du hast diese Maschine jetzt nicht gebucht.',
    en: 'You have no booking of this machine right now.',
  },
  keyReused: {
    status: 422,
    de: 'Mit diesem Idempotency-Key kam schon eine andere Anfrage.',
    en: 'This Idempotency-Key came with a different request before.',
  },
  emailTaken: {
    status: 409,
    de: 'Mit dieser E-Mail-Adresse gibt es schon ein Mitglied.',
    en: 'There is a member with this email address already.',
  },
  priceChanged: {
    status: 409,
    de: 'Der Preis hat sich geändert: Statt {shown} € sind es jetzt {price} €. Bestellt ist noch nichts.',
    en: 'The price has changed: it is now €{price} instead of €{shown}. Nothing is ordered yet.',
  },
  offerChanged: {
    status: 409,
    de: 'Die Bestellung hat sich geändert, seit du sie gesehen hast. Bestellt ist noch nichts: Sieh sie dir noch einmal an.',
    en: 'The order has changed since you saw it. Nothing is ordered yet: look at it once more.',
  },
  orderRunning: {
    status: 409,
    de: 'Für diese Bestellung läuft schon eine Zahlung. Bitte warte, bis sie abgeschlossen ist.',
    en: 'A payment for this order is already on its way. Please wait until it is complete.',
  },
  amountTooSmall: {
    status: 422,
    de: 'Beträge unter 0,50 € lassen sich hier nicht online bezahlen. Bitte überweise den Rest oder bezahle ihn am Tresen.',
    en: 'Amounts below €0.50 cannot be paid online. Please transfer the rest, or pay it at the desk.',
  },
  guardianNeeded: {
    status: 422,
    de: 'Unter 18 geht das nicht ohne deine Eltern: Bestelle am Tresen mit ihrer Unterschrift, oder schließe online mit ihrer Zustimmung eine Mitgliedschaft ab.',
    en: 'Under 18 this needs a guardian: order at the desk with their signature, or become a member online with their consent.',
  },
  hasTeam: {
    status: 409,
    de: 'Dieses Konto gehört schon zu einem Team.',
    en: 'This account belongs to a team already.',
  },
  invoiceOpen: {
    status: 409,
    de: 'Die Rechnung {number} ist noch nicht bezahlt. Erst danach lässt sich das Team übergeben.',
    en: 'The invoice {number} is not paid yet. The team can be handed over after that.',
  },
  teamFull: {
    status: 409,
    de: 'Alle Plätze des Teams sind vergeben.',
    en: 'All seats of the team are taken.',
  },
  hasMembership: {
    status: 409,
    de: 'Du hast schon eine Mitgliedschaft.',
    en: 'You have a membership already.',
  },
  noChange: {
    status: 409,
    de: 'Dein Paket lässt sich gerade nicht so wechseln. Unter „Mein Paket“ steht, was geht.',
    en: 'Your package cannot be changed like this right now. “My package” shows what is possible.',
  },
  tooEarly: {
    status: 422,
    de: 'Eintragen lässt sich das erst ab {minutes} Minuten vor dem Beginn.',
    en: 'This can be marked from {minutes} minutes before the beginning.',
  },
  checkInCode: {
    status: 422,
    de: 'Dieser Code stimmt nicht mehr. Er wechselt jede Minute: Nimm den, der gerade angezeigt wird.',
    en: 'This code is no longer right. It changes every minute: take the one that is shown now.',
  },
  checkInClosed: {
    status: 422,
    de: 'Einchecken geht ab {minutes} Minuten vor dem Beginn und bis zum Ende.',
    en: 'You can check in from {minutes} minutes before the beginning until the end.',
  },
  noPlace: {
    status: 422,
    de: 'Mit diesem Konto hast du hier keinen Platz. Sag der Kursleitung Bescheid.',
    en: 'This account has no place here. Tell the trainer.',
  },
  markedAbsent: {
    status: 409,
    de: 'Die Kursleitung hat dich als fehlend eingetragen. Sag ihr, dass du da bist.',
    en: 'The trainer has marked you as absent. Tell them that you are here.',
  },
  seatsTaken: {
    status: 409,
    de: '{least} Plätze sind vergeben oder reserviert. Weniger geht nicht.',
    en: '{least} seats are taken or reserved: there cannot be fewer.',
  },
  trainingNeeded: { status: 422, de: 'Zuerst fehlt: {titles}.', en: 'Needed first: {titles}.' },
  courseState: {
    status: 422,
    de: 'Dieser Termin ist nicht mehr buchbar.',
    en: 'This date can no longer be booked.',
  },
  courseAge: {
    status: 422,
    de: 'Für diesen Kurs musst du mindestens {limit} Jahre alt sein.',
    en: 'You have to be at least {limit} years old for this course.',
  },
  companionAge: {
    status: 422,
    de: 'Prüfe das Alter der Begleitung: Auch wer mitkommt, muss mindestens {limit} Jahre alt sein.',
    en: 'Check the ages of those who come along: they have to be at least {limit} years old, too.',
  },
  accompanied: {
    status: 422,
    de: 'Prüfe das Alter: Wer unter {limit} Jahre alt ist, kommt mit jemandem ab 18 in derselben Anmeldung.',
    en: 'Check the ages: anyone under {limit} comes with somebody aged 18 or over in the same sign-up.',
  },
  partySize: {
    status: 422,
    de: 'So viele Plätze hat dieser Termin nicht: Es sind {limit}.',
    en: 'This date does not have so many seats: there are {limit}.',
  },
  guardianMissing: {
    status: 422,
    de: 'Unter 18 brauchst du das Einverständnis deiner Eltern.',
    en: 'Under 18 a guardian has to agree.',
  },
  quizTooSoon: {
    status: 422,
    de: 'Für einen neuen Versuch ist es noch zu früh.',
    en: 'It is too early for another try.',
  },
  attemptEnded: {
    status: 409,
    de: 'Dieser Versuch ist schon beendet.',
    en: 'This attempt has ended already.',
  },
  requirementMissing: {
    status: 422,
    de: 'Für diesen Kurs fehlt dir noch eine Unterweisung.',
    en: 'You still need a safety training for this course.',
  },
  alreadySignedUp: {
    status: 409,
    de: 'Du bist für diesen Termin schon angemeldet.',
    en: 'You are signed up for this date already.',
  },
  substituteHasPlace: {
    status: 409,
    de: 'Diese Person hat an dem Termin schon einen Platz.',
    en: 'This person has a place on that date already.',
  },
  substituteUnfit: {
    status: 422,
    de: 'Diese Person kann den Platz nicht übernehmen: Ihr Alter passt nicht, oder ihr fehlt eine Unterweisung, die der Kurs voraussetzt.',
    en: 'This person cannot take the place: their age does not fit, or they lack a safety training that the course needs.',
  },
  substituteUnpaid: {
    status: 409,
    de: 'Weitergeben kannst du den Platz erst, wenn deine Zahlung angekommen ist. Eine Lastschrift braucht ein paar Tage.',
    en: 'You can give this place to somebody else once your payment has arrived. A direct debit takes a few days.',
  },
  refundChanged: {
    status: 409,
    de: 'Statt {shown} € kommen jetzt {price} € zurück. Abgesagt ist noch nichts.',
    en: 'Now €{price} come back instead of €{shown}. Nothing is cancelled yet.',
  },
  keyRunning: {
    status: 409,
    de: 'Deine Anfrage wird gerade bearbeitet. Bitte versuche es gleich noch einmal.',
    en: 'Your request is being worked on. Please try again in a moment.',
  },
  notSupported: {
    status: 501,
    de: 'Das kann die Werkstattverwaltung dieses Ortes nicht.',
    en: 'The workshop management of this place cannot do that.',
  },
  bookingEnded: {
    status: 422,
    de: 'Diese Buchung ist schon vorbei und kann nicht mehr storniert werden.',
    en: 'This booking is over and can no longer be cancelled.',
  },
} satisfies Record<string, ProblemText>
