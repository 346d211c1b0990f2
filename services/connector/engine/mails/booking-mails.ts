import type { Transaction } from 'kysely'
import type { Booking } from '../../../../contracts/booking.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import { isMailAddress, queueMail } from '../../../../platform/mail/mail.ts'
import { instantOf } from '../../../../rules/time.ts'
import type { DecidedCase } from '../bookings/case.ts'
import type { BookingFacts } from './mail-cases.store.ts'
import { bookingMail, type BookingMail } from './mails.ts'

type Tx = Transaction<Tables>

interface LettersOptions {
  /** Where members see their bookings, without a slash at its end. */
  siteUrl: string
  /** From whom mails come, `Halle 9 <hallo@halle9.example>`: calendars believe a message about an entry from there only. */
  mailFrom?: string
}

/** Mails about bookings, queued in the transaction of what they tell about, by one statement each. */
export function createLetters({ siteUrl, mailFrom }: LettersOptions) {
  const organizer = mailFrom?.replaceAll(/^.*<|>\s*$/gs, '') ?? `noreply@${new URL(siteUrl).hostname}`

  /** Who cannot be written to books all the same. */
  async function send(tx: Tx, ...mails: Omit<BookingMail, 'siteUrl' | 'organizer'>[]): Promise<void> {
    const sendable = mails.filter(({ about }) => isMailAddress(about.emailAddress))
    await queueMail(tx, ...sendable.map((mail) => bookingMail({ ...mail, siteUrl, organizer })))
  }

  return {
    made: (tx: Tx, all: BookingFacts[], now: Date) =>
      send(tx, ...all.map((about) => ({ kind: 'made' as const, about, now }))),
    /** @param before its times until now; where they are the same, there is nothing to tell */
    async changed(tx: Tx, about: BookingFacts, before: Times, now: Date): Promise<void> {
      const { fromDateTime, untilDateTime } = about
      if (before.fromDateTime === fromDateTime && before.untilDateTime === untilDateTime) return
      await send(tx, { kind: 'changed', about, before, now })
    },
    cancelled: (tx: Tx, about: BookingFacts, now: Date) => send(tx, { kind: 'cancelled', about, now }),
    /** Sent before it begins or not at all. */
    reminder: (tx: Tx, about: BookingFacts, now: Date) =>
      send(tx, {
        kind: 'reminder',
        about,
        now,
        validUntil: instantOf(about.fromDateTime, about.timezone),
      }),
    /** Their turn has come: the time is theirs until an instant. */
    offer: (tx: Tx, about: BookingFacts, validUntil: Date, now: Date) =>
      send(tx, { kind: 'offer', about, now, validUntil }),
    /** Nobody came, so the machine was given to others. */
    released: (tx: Tx, about: BookingFacts, now: Date) => send(tx, { kind: 'released', about, now }),
  }
}

export type Letters = ReturnType<typeof createLetters>

type Times = Pick<Booking, 'fromDateTime' | 'untilDateTime'>

/** What a mail says of a booking that was just written, from what decided about it. */
export function factsOf(
  booking: Booking,
  { member, space, equipment, priceCents, moneyCents }: Decided,
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
    machine: equipment.name,
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

/** What decided about a booking, and what it costs. */
export interface Decided extends DecidedCase {
  priceCents: number
  moneyCents: number
}
