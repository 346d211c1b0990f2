import { storyPages } from '../../../contracts/addresses.ts'
import type { Locale } from '../../../contracts/problem.ts'
import { dayText } from '../../../formats/declaration-text.ts'
import type { Mail } from '../../../platform/mail/mail-content.ts'
import { euros, fill } from '../../../platform/mail/mail-template.ts'
import type { Fact } from '../../../platform/mail/title-block.ts'
import type { Day } from '../../../rules/time.ts'
import type { WithdrawalRefusal } from '../../../rules/withdrawal.ts'
import { boughtName, buyerMail } from '../orders/buyer-mail.ts'
import type { StoredOrder } from '../orders/orders.store.ts'

interface Where {
  /** Name of the space that sells. */
  seller: string
  /** Public address of the site, without a slash at its end. */
  siteUrl: string
  /** Of the owner of the contract. */
  address: string
}

/** Tells the owner of a contract that it is cancelled, with a link that takes it back. */
export function cancelledMail(order: StoredOrder, given: Where & { token: string; endsOn: Day }): Mail {
  const { locale } = order.buyer
  const { lastDay, stays, disown } = texts[locale]
  const day = dayText(given.endsOn, locale)
  return mailOf(order, 'cancelled', {
    ...given,
    path: `/contract/disown/${given.token}`,
    facts: [boughtName(order), { text: fill(lastDay, { day }), lastDay: day }],
    paragraphs: [stays, disown],
  })
}

interface Withdrawn extends Where {
  /** null = nothing was paid, or it goes back already. */
  money: { compensation: number; back: number } | null
  /** null = there is nothing to take back. */
  token: string | null
}

/** Tells the owner of an order that it is withdrawn from, and what goes back when. */
export function withdrawnMail(order: StoredOrder, given: Withdrawn): Mail {
  const { locale } = order.buyer
  const { money, token } = given
  const text = texts[locale]
  const sums = money && {
    back: euros(money.back, locale),
    compensation: euros(money.compensation, locale),
  }
  return mailOf(order, token === null ? 'nothing' : 'withdrawn', {
    ...given,
    path: token === null ? '' : `/contract/disown/${token}`,
    facts: [
      boughtName(order),
      { order: order.number },
      ...(sums ? [{ text: fill(text.back, sums), refund: sums.back }] : []),
    ],
    paragraphs: [
      ...(money && sums && money.compensation > 0 ? [fill(text.compensation, sums)] : []),
      ...(sums ? [text.when] : []),
      ...(token === null ? [] : [text.disown]),
    ],
  })
}

/** Tells the owner of an order kindly that there is no right to withdraw from it, and what they can do instead. */
export function refusedMail(order: StoredOrder, given: Where & { refusal: WithdrawalRefusal }): Mail {
  const { locale } = order.buyer
  // What is on a fixed day cannot be cancelled as a contract either.
  const isFixed = given.refusal === 'dayPass' || given.refusal === 'course'
  return mailOf(order, 'refused', {
    ...given,
    path: isFixed ? `/${storyPages.withdrawal[locale]}` : '/contract/cancel',
    ...(isFixed && { action: texts[locale].notice }),
    facts: [boughtName(order), { order: order.number }],
    paragraphs: [texts[locale].refusals[given.refusal]],
  })
}

/** The line of the invoice for the days until a withdrawal. */
export function compensationLine(order: StoredOrder): string {
  return fill(texts[order.buyer.locale].line, { name: boughtName(order) })
}

type Kind = keyof (typeof texts)['de']['mails']

interface Content extends Where {
  path: string
  /** Default: that of the kind. */
  action?: string
  facts: Fact[]
  paragraphs: string[]
}

function mailOf(order: StoredOrder, kind: Kind, content: Content): Mail {
  const text = texts[order.buyer.locale]
  return buyerMail(order, {
    ...content,
    kind: `contract-${kind}`,
    text: { ...text.mails[kind], ...(content.action && { action: content.action }) },
    note: text.note,
    known: { seller: content.seller, name: boughtName(order) },
  })
}

const texts = {
  de: {
    mails: {
      cancelled: {
        subject: 'Gekündigt: dein Paket {name} bei {seller}',
        lead: 'dein Paket {name} ist gekündigt. Das kam über unsere Kündigungsseite, für die sich niemand anmelden muss.',
        action: 'Das war ich nicht',
      },
      withdrawn: {
        subject: 'Widerrufen: {name} bei {seller}',
        lead: 'der Vertrag über {name} wurde auf unserer Widerrufsseite widerrufen, für die sich niemand anmelden muss. Damit endet er.',
        action: 'Das war ich nicht',
      },
      nothing: {
        subject: 'Widerrufen: {name} bei {seller}',
        lead: 'der Vertrag über {name} ist widerrufen. Du musst nichts bezahlen, und was schon bezahlt war, geht zurück.',
        action: 'Zur Website',
      },
      refused: {
        subject: 'Zu deinem Widerruf: {name} bei {seller}',
        lead: 'deinen Widerruf zu „{name}“ haben wir erhalten. Leider gibt es hier kein Widerrufsrecht.',
        action: 'Vertrag kündigen',
      },
    },
    notice: 'Widerrufsbelehrung lesen',
    lastDay: 'letzter Tag: {day}',
    stays: 'Bis zu diesem Tag bleibt alles, wie es ist.',
    back: 'zurück an dich: {back}',
    compensation:
      'Für das, was du schon nutzen konntest, behalten wir {compensation}. Darüber bekommst du eine Rechnung, die damit bezahlt ist.',
    when: 'Das Geld geht nach 24 Stunden auf demselben Weg zurück, auf dem es kam.',
    disown: 'Warst du das nicht? Dann hilft der Knopf, 24 Stunden lang. Warst du es, musst du nichts tun.',
    refusals: {
      company: 'Widerrufen können nur Verbraucherinnen und Verbraucher. Kündigen kannst du jederzeit.',
      dayPass:
        'Ein Tagespass ist für einen festen Tag (§ 312g Abs. 2 Nr. 9 BGB). Wenn du an diesem Tag nicht kommen kannst, antworte auf diese E-Mail: Wir finden eine Lösung.',
      course:
        'Ein Kurs ist an einem festen Termin (§ 312g Abs. 2 Nr. 9 BGB). Du kannst deinen Platz absagen: über den Link in unserer E-Mail zu deinem Platz. Vorher siehst du, was du zurückbekommst.',
      late: 'Die 14 Tage sind vorbei. Kündigen kannst du jederzeit zum Ende des bezahlten Zeitraums. Wir sehen uns deinen Fall trotzdem an.',
    },
    line: '{name}: genutzt bis zum Widerruf',
    note: 'Fragen dazu? Antworte einfach auf diese E-Mail.',
  },
  en: {
    mails: {
      cancelled: {
        subject: 'Cancelled: your package {name} at {seller}',
        lead: 'your package {name} is cancelled. That came through our cancellation page, where nobody has to sign in.',
        action: 'This was not me',
      },
      withdrawn: {
        subject: 'Withdrawn: {name} at {seller}',
        lead: 'the contract for {name} has been withdrawn from on our withdrawal page, where nobody has to sign in. That ends it.',
        action: 'This was not me',
      },
      nothing: {
        subject: 'Withdrawn: {name} at {seller}',
        lead: 'the contract for {name} has been withdrawn from. There is nothing to pay, and what was paid already goes back.',
        action: 'To the website',
      },
      refused: {
        subject: 'About your withdrawal: {name} at {seller}',
        lead: 'we have received your withdrawal from “{name}”. Sadly there is no right of withdrawal here.',
        action: 'Cancel the contract',
      },
    },
    notice: 'Read the withdrawal notice',
    lastDay: 'last day: {day}',
    stays: 'Until that day everything stays as it is.',
    back: 'back to you: {back}',
    compensation:
      'For what you could already use, we keep {compensation}. You get an invoice for it, which is paid with that.',
    when: 'The money goes back after 24 hours, the same way it came.',
    disown: 'Was this not you? Then use the button within 24 hours. If it was you, there is nothing to do.',
    refusals: {
      company: 'Only consumers can withdraw. You can cancel at any time.',
      dayPass:
        'A day pass is for a fixed day (section 312g(2) no. 9 BGB). If you cannot come on that day, reply to this email, and we will find a way.',
      course:
        'A course has a fixed date (section 312g(2) no. 9 BGB). You can cancel your place with the link in our email about your place, and see before what you get back.',
      late: 'The 14 days are over. You can cancel at any time to the end of the period paid for. We will look at your case all the same.',
    },
    line: '{name}: used until the withdrawal',
    note: 'Any questions? Just reply to this email.',
  },
} satisfies Record<Locale, object>
