import type { Locale } from '../../../contracts/problem.ts'
import type { Mail } from '../../../platform/mail/mail-content.ts'
import { euros, fill } from '../../../platform/mail/mail-template.ts'
import type { Fact } from '../../../platform/mail/title-block.ts'
import type { Day } from '../../../rules/time.ts'
import { boughtName, buyerMail } from '../orders/buyer-mail.ts'
import { consentFiles, withdrawalTexts } from '../orders/order-mails.ts'
import type { StoredOrder } from '../orders/orders.store.ts'
import type { PaymentProfile } from '../payments/provider.ts'

interface Where {
  seller: string
  siteUrl: string
}

/** An attempt to take the money has failed, or nobody paid in time. */
export function reminderMail(
  order: StoredOrder,
  given: Where & { cents: number; nextOn: Day; failure: string | null },
): Mail {
  const { locale } = order.buyer
  const { nextOn, failure, cents } = given
  const text = texts[locale]
  const reason =
    failure === null ? null : (text.reasons[failure as keyof typeof text.reasons] ?? text.refused)
  const isAskedAgain = order.paysBy === 'provider' && failure !== 'no_method' && failure !== 'disputed'
  const next = isAskedAgain ? text.again : text.until
  return mailOf(order, failure === null ? 'unpaid' : 'reminder', {
    ...given,
    facts: [boughtName(order), { sum: euros(cents, locale) }],
    paragraphs: [...(reason ? [reason] : []), fill(next, { day: dayText(nextOn, locale) })],
  })
}

/** The package is suspended until the invoice is paid. */
export function suspendedMail(order: StoredOrder, given: Where & { cents: number }): Mail {
  const { locale } = order.buyer
  return mailOf(order, 'suspended', {
    ...given,
    facts: [boughtName(order), { sum: euros(given.cents, locale) }],
    paragraphs: [],
  })
}

/** The package is back. */
export function resumedMail(order: StoredOrder, given: Where & { lastDay: Day }): Mail {
  const { locale } = order.buyer
  const day = dayText(given.lastDay, locale)
  return mailOf(order, 'resumed', {
    ...given,
    facts: [boughtName(order)],
    paragraphs: [fill(texts[locale].appended, { day })],
  })
}

/** Confirms that the contract is cancelled, with the time at which that was said. */
export function cancelledMail(
  order: StoredOrder,
  given: Where & { cancelOn: Day; at: Date; zone: string },
): Mail {
  const { locale } = order.buyer
  const text = texts[locale]
  const day = dayText(given.cancelOn, locale)
  return mailOf(order, 'cancelled', {
    ...given,
    facts: [boughtName(order), { text: fill(text.lastDay, { day }), lastDay: day }],
    paragraphs: [fill(text.said, { time: timeText(given.at, locale, given.zone) }), text.undo],
  })
}

/** Confirms that a cancelled contract goes on. @param given `path` leads to a page that somebody signed out sees */
export function keptMail(order: StoredOrder, given: Where & { at: Date; zone: string; path?: string }): Mail {
  const { locale } = order.buyer
  const time = timeText(given.at, locale, given.zone)
  return mailOf(order, 'kept', {
    ...given,
    ...(given.path !== undefined && { action: texts[locale].seeKept }),
    facts: [boughtName(order)],
    paragraphs: [fill(texts[locale].said, { time })],
  })
}

/** Confirms the change to the package of an order, with the texts that the member agreed to (§ 312f BGB). */
export function changedMail(
  order: StoredOrder,
  given: Where & { fromDate: Day; consents: { kind: string; body: string }[] },
): Mail {
  const { offer, totalCents, buyer, number } = order
  const { locale } = buyer
  const text = texts[locale]
  const price = euros(totalCents, locale)
  const payment = offer?.renews === 'year' ? text.perYear : text.perMonth
  const day = dayText(given.fromDate, locale)
  return mailOf(order, 'changed', {
    ...given,
    day,
    facts: [
      boughtName(order),
      { text: `${price} ${payment}`, price, payment },
      { text: fill(text.from, { day }), start: day },
      { order: number },
    ],
    paragraphs: [
      offer?.gives[locale].join(' · ') ?? '',
      text.changeUndo,
      ...withdrawalTexts(order, given.consents),
    ],
    attachments: consentFiles(given.consents, locale),
  })
}

/** Confirms that a contract keeps its package. */
export function unchangedMail(order: StoredOrder, given: Where): Mail {
  return mailOf(order, 'unchanged', { ...given, facts: [boughtName(order)], paragraphs: [] })
}

/** Says that later payments are taken from another card or account. */
export function methodMail(
  order: StoredOrder,
  given: Where & { profile: Pick<PaymentProfile, 'kind' | 'last4'>; path: string },
): Mail {
  const { locale } = order.buyer
  const text = texts[locale]
  const { kind, last4 } = given.profile
  return mailOf(order, 'method', {
    ...given,
    facts: [fill(text.methods[kind], { last4 })],
    paragraphs: [text.methodFrom, text.methodNotYou],
  })
}

type Kind = keyof (typeof texts)['de']['mails']

interface Content extends Where {
  /** Path and action by default are those of the kind. */
  path?: string
  action?: string
  /** For the lead. */
  day?: string
  facts: Fact[]
  paragraphs: string[]
  attachments?: NonNullable<Mail['attachments']>
}

function mailOf(order: StoredOrder, kind: Kind, { path, day = '', action, ...content }: Content): Mail {
  const text = texts[order.buyer.locale]
  return buyerMail(order, {
    ...content,
    kind: kind === 'unpaid' ? 'subscription-reminder' : `subscription-${kind}`,
    text: { ...text.mails[kind], ...(action && { action }) },
    note: text.note,
    known: { seller: content.seller, name: boughtName(order), day },
    path: path ?? text.mails[kind].path,
  })
}

function dayText(day: Day, locale: Locale): string {
  return days[locale].format(new Date(day))
}

const days: Record<Locale, Intl.DateTimeFormat> = {
  de: new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
}

function timeText(at: Date, locale: Locale, timeZone: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone } as const
  return new Intl.DateTimeFormat(locale === 'de' ? 'de-DE' : 'en-GB', format).format(at)
}

const texts = {
  de: {
    mails: {
      reminder: {
        subject: 'Deine Zahlung an {seller} hat nicht geklappt',
        lead: 'wir konnten den Beitrag für dein Paket {name} nicht einziehen.',
        action: 'Jetzt bezahlen',
        path: '/me/invoices',
      },
      unpaid: {
        subject: 'Noch nicht bezahlt: dein Paket {name} bei {seller}',
        lead: 'der Beitrag für dein Paket {name} ist noch offen.',
        action: 'Jetzt bezahlen',
        path: '/me/invoices',
      },
      suspended: {
        subject: 'Dein Paket {name} ruht',
        lead: 'der Beitrag für dein Paket {name} ist noch offen. Bis er bezahlt ist, ruht das Paket, und du kannst damit nicht buchen. Was nur damit gebucht war, wird storniert.',
        action: 'Jetzt bezahlen',
        path: '/me/invoices',
      },
      resumed: {
        subject: 'Dein Paket {name} ist wieder da',
        lead: 'danke, deine Zahlung ist da. Dein Paket {name} gilt wieder.',
        action: 'Maschine buchen',
        path: '/booking',
      },
      cancelled: {
        subject: 'Gekündigt: dein Paket {name} bei {seller}',
        lead: 'dein Paket {name} ist gekündigt. Bis zum letzten Tag bleibt alles, wie es ist.',
        action: 'Mein Paket ansehen',
        path: '/me/packages',
      },
      kept: {
        subject: 'Dein Paket {name} bei {seller} läuft weiter',
        lead: 'das Ende deines Pakets {name} ist zurückgenommen: Es läuft weiter.',
        action: 'Mein Paket ansehen',
        path: '/me/packages',
      },
      changed: {
        subject: 'Dein neues Paket bei {seller}: {name}',
        lead: 'du wechselst am {day} zum Paket {name}. Bis dahin bleibt alles, wie es ist.',
        action: 'Mein Paket ansehen',
        path: '/me/packages',
      },
      unchanged: {
        subject: 'Du behältst dein Paket {name} bei {seller}',
        lead: 'du hast deinen Wechsel zurückgenommen. Dein Paket {name} bleibt, wie es ist.',
        action: 'Mein Paket ansehen',
        path: '/me/packages',
      },
      method: {
        subject: 'Neue Zahlungsart bei {seller}',
        lead: 'für dein Paket {name} ist eine neue Zahlungsart hinterlegt.',
        action: 'Mein Paket ansehen',
        path: '/me/packages',
      },
    },
    seeKept: 'Bestätigung ansehen',
    methods: { card: 'Karte, die auf {last4} endet', sepa_debit: 'Konto, das auf {last4} endet' },
    methodFrom: 'Jetzt wurde nichts abgebucht. Ab der nächsten Zahlung nehmen wir nur noch sie.',
    methodNotYou: 'Warst du das nicht? Dann antworte gleich auf diese E-Mail und ändere dein Passwort.',
    again: 'Am {day} versuchen wir es noch einmal. Schneller geht es, wenn du selbst bezahlst.',
    until: 'Bitte bezahle bis zum {day}.',
    refused: 'Deine Bank hat die Zahlung abgelehnt.',
    reasons: {
      authentication_required:
        'Deine Bank möchte, dass du die Zahlung selbst bestätigst. Das geht über den Knopf.',
      insufficient_funds: 'Auf deinem Konto war nicht genug Geld.',
      expired_card: 'Deine Karte ist abgelaufen. Bezahle mit einer anderen.',
      no_method: 'Wir haben keine Karte und kein Konto von dir.',
      disputed: 'Deine Bank hat die letzte Zahlung zurückgeholt.',
    },
    appended: 'Die Tage, an denen es ruhte, hängen wir an. Bezahlt ist es bis zum {day}.',
    lastDay: 'letzter Tag: {day}',
    from: 'ab {day}',
    perMonth: 'monatlich, bis du kündigst',
    perYear: 'jährlich, bis du kündigst',
    changeUndo: 'Bis dahin kannst du den Wechsel in „Mein Paket“ zurücknehmen.',
    said: 'Erklärt am {time} Uhr.',
    undo: 'Bis dahin kannst du es dir in „Mein Paket“ anders überlegen.',
    note: 'Fragen dazu? Antworte einfach auf diese E-Mail.',
  },
  en: {
    mails: {
      reminder: {
        subject: 'Your payment to {seller} did not work',
        lead: 'we could not collect the fee for your package {name}.',
        action: 'Pay now',
        path: '/me/invoices',
      },
      unpaid: {
        subject: 'Not paid yet: your package {name} at {seller}',
        lead: 'the fee for your package {name} is still open.',
        action: 'Pay now',
        path: '/me/invoices',
      },
      suspended: {
        subject: 'Your package {name} is paused',
        lead: 'the fee for your package {name} is still open. Until it is paid the package is paused, and you cannot book with it. What was booked with it alone is cancelled.',
        action: 'Pay now',
        path: '/me/invoices',
      },
      resumed: {
        subject: 'Your package {name} is back',
        lead: 'thank you, your payment has arrived. Your package {name} is valid again.',
        action: 'Book a machine',
        path: '/booking',
      },
      cancelled: {
        subject: 'Cancelled: your package {name} at {seller}',
        lead: 'your package {name} is cancelled. Until its last day everything stays as it is.',
        action: 'See my package',
        path: '/me/packages',
      },
      kept: {
        subject: 'Your package {name} at {seller} goes on',
        lead: 'the end of your package {name} has been taken back: it goes on.',
        action: 'See my package',
        path: '/me/packages',
      },
      changed: {
        subject: 'Your new package at {seller}: {name}',
        lead: 'you are changing to the package {name} on {day}. Until then everything stays as it is.',
        action: 'See my package',
        path: '/me/packages',
      },
      unchanged: {
        subject: 'You keep your package {name} at {seller}',
        lead: 'you have taken back your change. Your package {name} stays as it is.',
        action: 'See my package',
        path: '/me/packages',
      },
      method: {
        subject: 'New payment method at {seller}',
        lead: 'a new payment method is saved for your package {name}.',
        action: 'See my package',
        path: '/me/packages',
      },
    },
    seeKept: 'See the confirmation',
    methods: { card: 'Card ending in {last4}', sepa_debit: 'Account ending in {last4}' },
    methodFrom: 'You were not charged now. From the next payment on we use only this one.',
    methodNotYou: 'Was this not you? Then reply to this email at once and change your password.',
    again: 'We will try again on {day}. It is quicker if you pay yourself.',
    until: 'Please pay by {day}.',
    refused: 'Your bank refused the payment.',
    reasons: {
      authentication_required:
        'Your bank wants you to confirm the payment yourself. The button takes you there.',
      insufficient_funds: 'There was not enough money in your account.',
      expired_card: 'Your card has expired. Please pay with another one.',
      no_method: 'We have no card and no account of yours.',
      disputed: 'Your bank has taken the last payment back.',
    },
    appended: 'We add the days on which it was paused. It is paid until {day}.',
    lastDay: 'last day: {day}',
    from: 'from {day}',
    perMonth: 'monthly, until you cancel',
    perYear: 'yearly, until you cancel',
    changeUndo: 'Until then you can take the change back in “My package”.',
    said: 'Declared on {time}.',
    undo: 'Until then you can change your mind in “My package”.',
    note: 'Any questions? Just reply to this email.',
  },
} satisfies Record<Locale, object>
