import type { Transaction } from 'kysely'
import type { Booking } from '../../../contracts/booking.ts'
import type { Locale } from '../../../contracts/problem.ts'
import type { Tables } from '../../../db/tables.gen.ts'
import { queueMail } from '../../../platform/mail.ts'
import { toLocal } from '../../../rules/time.ts'
import { memberById } from './members.store.ts'
import { bookingMail, type BookingMail } from './mails.ts'
import { readSpaces } from './spaces.store.ts'

export type Letters = ReturnType<typeof createLetters>

/**
 * Mails about bookings, queued in the transaction of what they tell about.
 * @param siteUrl where members see their bookings, without a slash at its end
 */
export function createLetters({ siteUrl }: { siteUrl: string }) {
  return {
    /** Their turn has come: the time is theirs until an instant. */
    offer: (tx: Transaction<Tables>, booking: Booking, until: Date) => send(tx, 'offer', booking, until),
    /** Nobody came, so the machine was given to others. */
    released: (tx: Transaction<Tables>, booking: Booking) => send(tx, 'released', booking, null),
  }

  async function send(
    tx: Transaction<Tables>,
    kind: BookingMail['kind'],
    booking: Booking,
    until: Date | null,
  ): Promise<void> {
    if (typeof booking.member !== 'object' || typeof booking.resource !== 'object') return
    const member = await memberById(tx, booking.member.id)
    const [space] = member ? await readSpaces(tx, member.space) : []
    if (!member || !space) return
    const locale: Locale = member.language === 'en' ? 'en' : 'de'
    const mail = bookingMail({
      kind,
      locale,
      to: { name: `${member.firstName} ${member.lastName}`, address: member.emailAddress },
      firstName: member.firstName,
      machine: booking.resource.name,
      from: booking.fromDateTime,
      until: booking.untilDateTime,
      deadline: until && toLocal(until, space.timezone),
      siteName: space.name,
      href: `${siteUrl}${locale === 'en' ? '/en' : ''}/me/bookings`,
    })
    await queueMail(tx, mail)
  }
}
