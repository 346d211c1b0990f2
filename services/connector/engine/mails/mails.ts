import { localeOfMember } from '../../../../contracts/member.ts'
import type { Transaction } from 'kysely'
import type { LocalTime } from '../../../../contracts/booking.ts'
import type { Locale } from '../../../../contracts/problem.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import { isMailAddress, queueMail } from '../../../../platform/mail/mail.ts'
import { euros, fill, toMail } from '../../../../platform/mail/mail-template.ts'
import type { Attachment, Mail } from '../../../../platform/mail/mail-content.ts'
import { bookingEntry } from '../../../../formats/booking-calendar.ts'
import { calendarFile } from '../../../../formats/calendar-file.ts'
import { freeUntil } from '../../../../rules/booking/cancel.ts'
import { discountBetween } from '../../../../rules/booking/price.ts'
import { centsPerCredit } from '../../../../rules/credits.ts'
import { instantOf, toLocal } from '../../../../rules/time.ts'
import { equipmentNameFor, texts, words } from './mail-texts.ts'
import type { BookingFacts } from './mails.store.ts'
import { moment, period, periodFact } from '../../mail-times.ts'
import { hrefOf } from '../../../../platform/site-href.ts'

export interface MailOptions {
  /** Public address of the site, without a slash at its end. */
  siteUrl: string
  /** Sender: `Halle 9 <hallo@halle9.example>`. Calendars accept changes of an entry only from the address that sent it. */
  mailFrom?: string
}

interface BookingMail {
  kind: keyof typeof texts
  about: BookingFacts
  now: Date
  /** The times that a change has replaced. */
  before?: { fromDateTime: LocalTime; untilDateTime: LocalTime }
  /** Until when an offer can be accepted, or a reminder makes sense: then the mail is sent or never. */
  validUntil?: Date
}

interface Sender {
  siteUrl: string
  /** Mail address of the organizer of the calendar entries. */
  organizer: string
}

/** Queues a mail about a booking in the transaction that it tells about. */
export type SendMail = (tx: Transaction<Tables>, mail: BookingMail) => Promise<void>

export function createSendMail({ siteUrl, mailFrom }: MailOptions): SendMail {
  const organizer = mailFrom?.replaceAll(/^.*<|>\s*$/gs, '') ?? `noreply@${new URL(siteUrl).hostname}`
  return async (tx, mail) => {
    // A member with an unusable address can book all the same.
    if (isMailAddress(mail.about.emailAddress)) await queueMail(tx, bookingMail(mail, { siteUrl, organizer }))
  }
}

/** Returns a mail about one booking; with a calendar file when it adds, moves or removes the calendar entry. */
function bookingMail({ kind, about, now, before, validUntil }: BookingMail, sender: Sender): Mail {
  const locale = localeOfMember(about)
  const { subject, lead, action, note } = texts[kind][locale]
  const machine = equipmentNameFor(about)
  const when = periodFact(about.fromDateTime, about.untilDateTime, about.timezone, locale)
  const old = before && period(before.fromDateTime, before.untilDateTime, about.timezone, locale)
  const href = hrefOf(sender.siteUrl, locale, '/me/bookings')
  const method = methods[kind]
  return toMail({
    kind: `booking-${kind}`,
    locale,
    to: { name: `${about.firstName} ${about.lastName}`, address: about.emailAddress },
    name: about.firstName,
    subject: fill(subject, { machine, when: when.text }),
    lead,
    facts: [
      machine,
      when,
      ...(old ? [{ text: fill(words[locale].before, { when: old }), before: old }] : []),
      { text: '', number: String(about.id) },
      ...(priced.has(kind) ? [priceFact(about, locale)] : []),
    ],
    paragraphs: paragraphsOf(kind, about, validUntil, now, locale),
    action: { label: action, href },
    note,
    siteName: about.space,
    ...(method && { attachments: [calendarMessage(about, { ...sender, method, href, locale })] }),
    ...(validUntil && { validUntil }),
  })
}

/** The effect of a mail on the entry in the member's calendar. */
const methods: Partial<Record<BookingMail['kind'], 'REQUEST' | 'CANCEL'>> = {
  made: 'REQUEST',
  changed: 'REQUEST',
  cancelled: 'CANCEL',
  released: 'CANCEL',
  uncovered: 'CANCEL',
}

function paragraphsOf(
  kind: BookingMail['kind'],
  about: BookingFacts,
  validUntil: Date | undefined,
  now: Date,
  locale: Locale,
): string[] {
  switch (kind) {
    case 'made':
    case 'changed':
      return [discountOf(about, locale), cancellingOf(about, now, locale)].filter((text) => text !== '')
    case 'reminder':
      return [cancellingOf(about, now, locale)].filter((text) => text !== '')
    case 'cancelled':
    case 'uncovered':
      return [costOfCancelled(about, words[locale].cancelledLate, locale)]
    case 'released':
      return [costOfCancelled(about, words[locale].released, locale)]
    case 'offer': {
      const until = validUntil ? moment(toLocal(validUntil, about.timezone), locale) : ''
      const said = [fill(words[locale].offered, { until }), discountOf(about, locale)]
      return [...said, cancellingOf(about, now, locale)].filter((text) => text !== '')
    }
  }
}

/** Mails that say what a booking costs. */
const priced: ReadonlySet<BookingMail['kind']> = new Set(['made', 'changed', 'offer'])

/** The price with the discount in it, and how much of it credits and money pay. */
function priceFact({ priceCents, moneyCents }: BookingFacts, locale: Locale) {
  const { paid, ...text } = words[locale]
  const amounts = {
    price: euros(priceCents, locale),
    credits: inCredits(priceCents - moneyCents, locale),
    money: euros(moneyCents, locale),
  }
  if (priceCents === 0) return { text: text.free, price: paid.free }
  const way = moneyCents === 0 ? 'credits' : moneyCents === priceCents ? 'money' : 'split'
  return { text: fill(text[way], amounts), price: amounts.price, payment: fill(paid[way], amounts) }
}

/** Says that the discount is deducted, in whole percent as on the screens; empty without one. */
function discountOf({ priceCents, listPriceCents }: BookingFacts, locale: Locale): string {
  const percent = discountBetween(listPriceCents, priceCents)
  return percent > 0 ? fill(words[locale].discount, { percent: String(percent) }) : ''
}

/** Says until when cancelling is free, or that it no longer is; empty for a free booking. */
function cancellingOf(about: BookingFacts, now: Date, locale: Locale): string {
  if (about.priceCents === 0) return ''
  const text = words[locale]
  const startsAt = instantOf(about.fromDateTime, about.timezone)
  const deadline = freeUntil(startsAt, about.bookingLockInHours)
  if (!deadline) return text.freeUntilEnd
  if (now <= deadline)
    return fill(text.freeUntil, { until: moment(toLocal(deadline, about.timezone), locale) })
  return fill(text.late, { price: euros(about.priceCents, locale) })
}

function costOfCancelled(about: BookingFacts, late: string, locale: Locale): string {
  const text = words[locale]
  if (!about.cancelledLate || about.priceCents === 0) return text.cancelledFree
  const charged = fill(late, { price: euros(about.priceCents, locale) })
  return about.bookingRefundable ? `${charged} ${text.refundable}` : charged
}

function calendarMessage(
  about: BookingFacts,
  {
    method,
    href,
    organizer,
    siteUrl,
    locale,
  }: {
    method: 'REQUEST' | 'CANCEL'
    href: string
    locale: Locale
  } & Sender,
): Attachment {
  const content = calendarFile({
    name: about.space,
    method,
    made: `-//${about.space}//Werkbank//${locale.toUpperCase()}`,
    zone: about.timezone,
    entries: [
      {
        ...bookingEntry(about, { zone: about.timezone, siteUrl }),
        organizer: { name: about.space, address: organizer },
        attendee: { name: `${about.firstName} ${about.lastName}`, address: about.emailAddress },
        title: equipmentNameFor(about),
        description: fill(words[locale].calendar, { url: href }),
        place: about.space,
        url: href,
      },
    ],
  })
  return { name: words[locale].file, type: `text/calendar; charset=utf-8; method=${method}`, content }
}

/** "200 Credits": money in the unit that members count credits in. */
function inCredits(cents: number, locale: Locale): string {
  const count = counts[locale].format(cents / centsPerCredit)
  return fill(count === '1' ? words[locale].credit : words[locale].manyCredits, { count })
}

// Created once, because creating a format is slow and others wait for the lock of the equipment meanwhile.
const counts: Record<Locale, Intl.NumberFormat> = {
  de: new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 }),
  en: new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 }),
}
