import type { Offer } from '../../../contracts/order.ts'
import type { Locale } from '../../../contracts/problem.ts'
import { signUpDays } from '../../../contracts/sign-up.ts'
import type { Mail } from '../../../platform/mail/mail-content.ts'
import { euros, fill, toMail } from '../../../platform/mail/mail-template.ts'
import { type Fact, lineOf } from '../../../platform/mail/title-block.ts'

interface Options {
  locale: Locale
  guardian: { name: string; email: string }
  /** Name of the person under 18. */
  child: string
  offer: Offer
  /** Absolute address of the page where the guardian agrees. */
  href: string
  siteName: string
}

/** The mail that asks a guardian to agree to one order. */
export function guardianMail({ locale, guardian, child, offer, href, siteName }: Options): Mail {
  const text = texts[locale]
  const days = String(signUpDays)
  return toMail({
    kind: 'signup-guardian',
    locale,
    to: { name: guardian.name, address: guardian.email },
    name: guardian.name,
    subject: fill(text.subject, { name: child, siteName }),
    lead: fill(text.lead, { name: child, siteName }),
    facts: factsOf(offer, locale),
    paragraphs: [text.check],
    action: { label: text.action, href },
    note: fill(text.note, { days }),
    siteName,
  })
}

/** What is ordered, for how much, and for how long. */
function factsOf(offer: Offer, locale: Locale): Fact[] {
  const price = euros(offer.totalCents, locale)
  const payment = texts[locale][offer.renews ?? 'once']
  return [offer.name[locale], ...dayOf(offer, locale), { text: `${price} ${payment}`, price, payment }]
}

interface Agreed {
  /** The name that the guardian typed. */
  guardian: string
  agreedAt: Date
  child: string
  /** YYYY-MM-DD */
  bornOn: string
  offer: Offer
}

/** What a guardian has agreed to, as evidence and for the confirmation of the order. */
export function consentText({ guardian, agreedAt, child, bornOn, offer }: Agreed, locale: Locale): string {
  const at = `${dayText(agreedAt.toISOString(), locale, { dateStyle: 'long', timeStyle: 'short' })} UTC`
  const born = dayText(bornOn, locale, { dateStyle: 'long' })
  const lead = fill(texts[locale].agreed, { guardian, at, child, born })
  const facts = factsOf(offer, locale).map((fact) => lineOf(fact, locale))
  return [lead, '', ...facts, ...offer.gives[locale].map((each) => `- ${each}`)].join('\n')
}

const texts = {
  de: {
    subject: '{name} braucht deine Zustimmung: {siteName}',
    lead: '{name} ist noch keine 18 und möchte bei {siteName} bestellen, was unten steht. Dafür brauchen wir die Zustimmung von dir als sorgeberechtigter Person.',
    month: 'im Monat, bis jemand kündigt',
    year: 'im Jahr, bis jemand kündigt',
    once: 'einmalig',
    check: 'Hinter dem Link steht die ganze Bestellung. Nichts ist bestellt, bevor du zugestimmt hast.',
    agreed:
      '{guardian} hat als sorgeberechtigte Person zugestimmt ({at}), dass {child}, geboren am {born}, dies bestellt:',
    action: 'Bestellung ansehen und zustimmen',
    note: 'Der Link gilt {days} Tage und nur für diese Bestellung. Du möchtest das nicht? Dann tu nichts.',
  },
  en: {
    subject: '{name} needs your consent: {siteName}',
    lead: '{name} is under 18 and would like to order what is below from {siteName}. For this we need the consent of a guardian.',
    month: 'a month, until someone cancels',
    year: 'a year, until someone cancels',
    once: 'once',
    check: 'The link shows the whole order. Nothing is ordered before you have agreed.',
    agreed: '{guardian} has agreed as a guardian ({at}) that {child}, born on {born}, orders this:',
    action: 'See the order and agree',
    note: 'The link is valid for {days} days and for this order only. If you do not want this, do nothing.',
  },
} satisfies Record<Locale, object>

/** The day of a day pass, for people. */
function dayOf({ item }: Offer, locale: Locale): Fact[] {
  return item.kind === 'dayPass' ? [{ day: dayText(item.day, locale, { dateStyle: 'full' }) }] : []
}

/** @param instant ISO 8601; a day is one of UTC */
function dayText(instant: string, locale: Locale, form: Intl.DateTimeFormatOptions): string {
  const words = new Intl.DateTimeFormat(locale === 'de' ? 'de-DE' : 'en-GB', { ...form, timeZone: 'UTC' })
  return words.format(new Date(instant))
}
