import type { Order } from '../../../contracts/order.ts'
import type { Locale } from '../../../contracts/problem.ts'

interface Text {
  subject: string
  lead: string
  action: string
  paragraphs?: string[]
}

interface Texts {
  mails: Record<'confirmation' | 'received' | 'transfer' | 'address' | 'failed' | 'refund', Text>
  per: Record<'month' | 'year', string>
  renews: Record<'month' | 'year', string>
  /** The action of the confirmation, where it is another one. */
  next: Partial<Record<Order['kind'], string>>
  toSite: string
  days: string
  member: string
  invoice: string
  byInvoice: string
  withdrawal: Record<'dayPass' | 'company' | 'early' | 'right', string>
  /** For a link to the confirmation page of a sign-up, which works in the browser of the order alone. */
  sameBrowser: string
  note: string
  files: Record<string, string>
}

export const texts: Record<Locale, Texts> = {
  de: {
    mails: {
      confirmation: {
        subject: 'Deine Bestellung {number} bei {seller}',
        lead: 'danke! Deine Bestellung {number} ist bestätigt, alles ist freigeschaltet.',
        action: 'Maschine buchen',
        paragraphs: ['Deine Rechnung kommt in einer eigenen E-Mail.'],
      },
      received: {
        subject: 'Deine Bestellung {number} bei {seller} ist da',
        lead: 'danke! Deine Bestellung {number} ist da, und die Lastschrift ist unterwegs.',
        action: 'Bestellung ansehen',
        paragraphs: [
          'Eine Lastschrift dauert einige Werktage. Sobald dein Geld da ist, schalten wir alles frei und schreiben dir.',
        ],
      },
      transfer: {
        subject: 'Bitte überweise: Bestellung {number} bei {seller}',
        lead: 'deine Bestellung {number} ist da. Sobald dein Geld angekommen ist, schalten wir alles frei.',
        action: 'Bestellung ansehen',
        paragraphs: [
          'Bitte gib {number} als Verwendungszweck an. Ohne Überweisung verfällt die Bestellung nach 14 Tagen.',
        ],
      },
      address: {
        subject: 'Warst du das? Bestellung {number} bei {seller}',
        lead: 'mit deiner E-Mail-Adresse hat jemand bestellt, und zu ihr gibt es schon eine Mitgliedschaft. Warst du das? Dann bestätige es bitte.',
        action: 'Ja, das war ich',
        paragraphs: [
          'Der Link gilt 14 Tage und nur einmal. Wenn du nichts tust, geht das Geld zurück, und an deinen Daten ändert sich nichts.',
        ],
      },
      failed: {
        subject: 'Zahlung zurückgegeben: Bestellung {number} bei {seller}',
        lead: 'die Bank hat die Zahlung deiner Bestellung {number} zurückgegeben.',
        action: 'Noch einmal bezahlen',
      },
      refund: {
        subject: 'Dein Geld kommt zurück: Bestellung {number} bei {seller}',
        lead: 'zu deiner Bestellung {number} zahlen wir dir Geld zurück, auf demselben Weg, auf dem es kam.',
        action: 'Bestellung ansehen',
        paragraphs: ['Das dauert je nach Bank einige Tage.'],
      },
    },
    per: { month: 'im Monat', year: 'im Jahr' },
    renews: {
      month: 'Verlängert sich jeden Monat, bis du kündigst. Kündigen geht jederzeit zum Ende des Zeitraums.',
      year: 'Verlängert sich jedes Jahr, bis du kündigst. Kündigen geht jederzeit zum Ende des Zeitraums.',
    },
    next: { credits: 'Credits ansehen', team: 'Team ansehen' },
    toSite: 'Zur Website',
    days: '{from} bis {until}',
    member: 'Mitgliedsnummer {number}',
    invoice: 'Zahlung {number}',
    byInvoice: 'Du zahlst auf Rechnung.',
    withdrawal: {
      dayPass:
        'Ein Tagespass ist für einen festen Tag. Deshalb gibt es kein Widerrufsrecht (§ 312g Abs. 2 Nr. 9 BGB).',
      company: 'Für Firmen gibt es kein Widerrufsrecht.',
      early: 'Du hast bei der Bestellung erklärt: „{said}“',
      right:
        'Du kannst 14 Tage lang widerrufen. Wie das geht und was dann gilt, steht in der Widerrufsbelehrung im Anhang.',
    },
    sameBrowser:
      'Öffne den Link in dem Browser, in dem du bestellt hast: Nur dort ist die Bestellung zu sehen. Geht das nicht, antworte auf diese E-Mail.',
    note: 'Fragen zu dieser Bestellung? Antworte einfach auf diese E-Mail und nenne {number}.',
    files: {
      terms: 'Allgemeine Geschäftsbedingungen',
      withdrawal: 'Widerrufsbelehrung',
      earlyStart: 'Vorzeitiger Beginn',
      guardian: 'Einwilligung der Sorgeberechtigten',
    },
  },
  en: {
    mails: {
      confirmation: {
        subject: 'Your order {number} at {seller}',
        lead: 'thank you! Your order {number} is confirmed, and everything is unlocked.',
        action: 'Book a machine',
        paragraphs: ['Your invoice comes in an email of its own.'],
      },
      received: {
        subject: 'We have your order {number} at {seller}',
        lead: 'thank you! We have your order {number}, and the direct debit is on its way.',
        action: 'See your order',
        paragraphs: [
          'A direct debit takes some working days. As soon as your money is here we unlock everything and write to you.',
        ],
      },
      transfer: {
        subject: 'Please transfer: order {number} at {seller}',
        lead: 'we have your order {number}. Everything is unlocked once your money has arrived.',
        action: 'See your order',
        paragraphs: [
          'Please give {number} as the reference. Without a transfer the order expires after 14 days.',
        ],
      },
      address: {
        subject: 'Was this you? Order {number} at {seller}',
        lead: 'somebody ordered with your email address, which belongs to a membership. If it was you, please confirm.',
        action: 'Yes, that was me',
        paragraphs: [
          'The link works once, for 14 days. If you do nothing, the money goes back, and nothing about you changes.',
        ],
      },
      failed: {
        subject: 'Payment returned: order {number} at {seller}',
        lead: 'the bank has returned the payment of your order {number}.',
        action: 'Pay again',
      },
      refund: {
        subject: 'Your money is on its way back: order {number} at {seller}',
        lead: 'we are paying you money back for your order {number}, the same way it came.',
        action: 'See your order',
        paragraphs: ['This takes some days, depending on your bank.'],
      },
    },
    per: { month: 'a month', year: 'a year' },
    renews: {
      month: 'Renews every month until you cancel. You can cancel at any time to the end of the period.',
      year: 'Renews every year until you cancel. You can cancel at any time to the end of the period.',
    },
    next: { credits: 'See your credits', team: 'See your team' },
    toSite: 'To the website',
    days: '{from} to {until}',
    member: 'Member number {number}',
    invoice: 'Payment {number}',
    byInvoice: 'You pay by invoice.',
    withdrawal: {
      dayPass:
        'A day pass is for a fixed day. Therefore there is no right of withdrawal (section 312g(2) no. 9 BGB).',
      company: 'Companies have no right of withdrawal.',
      early: 'When you ordered, you declared: “{said}”',
      right:
        'You can withdraw for 14 days. How to do that, and what follows from it, is in the attached withdrawal notice.',
    },
    sameBrowser:
      'Open the link in the browser in which you ordered: the order can be seen only there. If you cannot, reply to this email.',
    note: 'Any questions about this order? Just reply to this email and mention {number}.',
    files: {
      terms: 'Terms and conditions',
      withdrawal: 'Withdrawal notice',
      earlyStart: 'Early start',
      guardian: 'Consent of the guardians',
    },
  },
}
