import { localeOfMember } from '../../../../contracts/member.ts'
import type { Locale } from '../../../../contracts/problem.ts'
import { isMailAddress } from '../../../../platform/mail/mail.ts'
import type { Mail } from '../../../../platform/mail/mail-content.ts'
import { fill, toMail } from '../../../../platform/mail/mail-template.ts'
import { periodFact } from '../../mail-times.ts'
import { uncoveredTexts } from '../../uncovered-mail.ts'
import type { Parts } from '../parts.ts'
import type { BookingTimes } from './changes.ts'
import { idOf } from './reader.ts'
import { hrefOf } from '../../../../platform/site-href.ts'

/**
 * Returns the mail about a booking that its member was never told of (`found`), or that is cancelled because a package has
 * ended (`uncovered`); null without a usable address.
 */
export type BookingMail = (kind: keyof typeof texts, booking: BookingTimes) => Promise<Mail | null>

export function createBookingMail({ directory, siteUrl }: Pick<Parts, 'directory' | 'siteUrl'>): BookingMail {
  return async (kind, { member: memberOf, resource, fromDateTime, untilDateTime }) => {
    const [member, equipment] = await Promise.all([
      directory.member(idOf(memberOf)),
      directory.equipmentItem(idOf(resource)),
    ])
    const space = equipment && (await directory.space(equipment.space))
    if (!space || !member?.emailAddress || !isMailAddress(member.emailAddress)) return null
    const locale = localeOfMember(member)
    const { subject, lead, action, note } = texts[kind][locale]
    const machine = equipment.displayTitle ?? equipment.name
    const when = periodFact(fromDateTime, untilDateTime, space.timezone, locale)
    return toMail({
      kind: `booking-${kind}`,
      locale,
      to: { name: `${member.firstName} ${member.lastName}`, address: member.emailAddress },
      name: member.firstName ?? '',
      subject: fill(subject, { machine, when: when.text }),
      lead,
      facts: [machine, when],
      action: { label: action, href: hrefOf(siteUrl, locale, '/me/bookings') },
      note,
      siteName: space.name,
    })
  }
}

const texts = {
  found: {
    de: {
      subject: 'Gebucht: {machine}, {when}',
      lead: 'deine Buchung steht, auch wenn die Seite es nicht mehr bestätigen konnte:',
      action: 'Buchung ansehen',
      note: 'Du brauchst sie nicht? Dann storniere sie auf der Seite deiner Buchungen.',
    },
    en: {
      subject: 'Booked: {machine}, {when}',
      lead: 'your booking is confirmed, although the site could not tell you so:',
      action: 'View booking',
      note: 'Don’t need it? Please cancel it on your bookings page.',
    },
  },
  uncovered: uncoveredTexts,
} satisfies Record<string, Record<Locale, Record<'subject' | 'lead' | 'action' | 'note', string>>>
