import type { Transaction } from 'kysely'
import type { Booking } from '../../../../contracts/booking.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import { isMailAddress, queueMail } from '../../../../platform/mail/mail.ts'
import { instantOf } from '../../../../rules/time.ts'
import type { DecidedCase } from '../bookings/case.ts'
import type { BookingFacts } from './mail-cases.store.ts'
import { bookingMail, type BookingMail } from './mails.ts'

type Tx = Transaction<Tables>

export interface BookingMailsOptions {
  /** Public address of the site, without a slash at its end. */
  siteUrl: string
  /** Sender: `Halle 9 <hallo@halle9.example>`. Calendars accept changes of an entry only from the address that sent it. */
  mailFrom?: string
}

/** Mails about bookings, queued in the transaction that they tell about. */
export function createBookingMails({ siteUrl, mailFrom }: BookingMailsOptions) {
  const organizer = mailFrom?.replaceAll(/^.*<|>\s*$/gs, '') ?? `noreply@${new URL(siteUrl).hostname}`

  /** Sends nothing to an unusable address: its member can book all the same. */
  async function send(tx: Tx, mail: Omit<BookingMail, 'siteUrl' | 'organizer'>): Promise<void> {
    if (!isMailAddress(mail.about.emailAddress)) return
    await queueMail(tx, bookingMail({ ...mail, siteUrl, organizer }))
  }

  return {
    created: (tx: Tx, about: BookingFacts, now: Date) => send(tx, { kind: 'made', about, now }),
    /** @param before its old times; no mail is sent when they are the same */
    async changed(tx: Tx, about: BookingFacts, before: Times, now: Date): Promise<void> {
      const { fromDateTime, untilDateTime } = about
      if (before.fromDateTime === fromDateTime && before.untilDateTime === untilDateTime) return
      await send(tx, { kind: 'changed', about, before, now })
    },
    cancelled: (tx: Tx, about: BookingFacts, now: Date) => send(tx, { kind: 'cancelled', about, now }),
    /** Is sent before the booking begins or not at all. */
    reminder: (tx: Tx, about: BookingFacts, now: Date) =>
      send(tx, { kind: 'reminder', about, now, validUntil: instantOf(about.fromDateTime, about.timezone) }),
    /** @param validUntil until when the member can accept */
    offer: (tx: Tx, about: BookingFacts, validUntil: Date, now: Date) =>
      send(tx, { kind: 'offer', about, now, validUntil }),
    /** Says that the booking was cancelled because its member did not check in. */
    released: (tx: Tx, about: BookingFacts, now: Date) => send(tx, { kind: 'released', about, now }),
  }
}

export type BookingMails = ReturnType<typeof createBookingMails>

type Times = Pick<Booking, 'fromDateTime' | 'untilDateTime'>

/** A decided request and its price. */
interface PricedCase extends DecidedCase {
  priceCents: number
  moneyCents: number
}

/** Returns what a mail says about a booking that was just written, without a round trip to read it. */
export function factsOf(
  booking: Booking,
  { member, space, equipment, priceCents, moneyCents }: PricedCase,
): BookingFacts {
  const { id, fromDateTime, untilDateTime, state, lockVersion } = booking
  const { firstName, lastName, emailAddress, language } = member
  const { timezone, bookingLockInHours, bookingRefundable } = space
  return {
    id,
    fromDateTime,
    untilDateTime,
    state,
    lockVersion,
    updatedAt: new Date(booking.updatedAt),
    priceCents,
    moneyCents,
    cancelledLate: false,
    equipmentName: equipment.name,
    firstName,
    lastName,
    emailAddress,
    language,
    space: space.name,
    timezone,
    bookingLockInHours,
    bookingRefundable,
  }
}
