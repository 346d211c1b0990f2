import { localeOfMember } from '../../../contracts/member.ts'
import type { Locale } from '../../../contracts/problem.ts'
import type { Mail } from '../../../platform/mail/mail-content.ts'
import { fill, toMail } from '../../../platform/mail/mail-template.ts'
import { addDays, dayOf, instantOf } from '../../../rules/time.ts'
import { sendMail } from '../orders/order-mails.ts'
import type { Ordering } from '../orders/parts.ts'
import { timesFact, titleOf } from '../places/place-mails.ts'
import { hereOf } from '../places/seats.ts'
import { findById, type Staff } from '../staff/staff.store.ts'
import { findDate, type RunDate } from './attendance.store.ts'
import type { ListLinks } from './list-links.ts'
import * as store from './list-mails.store.ts'
import { hrefOf } from '../../../platform/site-href.ts'

type Parts = Ordering & { links: ListLinks }

/** From this hour on trainers get the lists of the next day. */
const eveningHour = 18

/** Mails the trainers of each date the link of its list, once, from the evening before. Several processes may do it at once. */
export async function mailLists(parts: Parts): Promise<void> {
  const { db, log } = parts
  const { local } = await hereOf(parts)
  const isEvening = Number(local.slice(11, 13)) >= eveningHour
  const before = `${addDays(dayOf(local), isEvening ? 2 : 1)}T00:00`
  for (const due of await store.unmailed(db, { after: local, before })) {
    try {
      const list = await findList(parts, due)
      const mail = list && (await listMail(parts, list))
      if (mail)
        await db.transaction().execute(async (tx) => {
          if (await store.noteMail(tx, due)) await sendMail(tx, mail)
        })
    } catch (error) {
      // The others do not wait for this one.
      log.error({ err: error, date: due.dateId }, 'a trainer got no link')
    }
  }
}

interface List {
  staff: Staff
  date: RunDate
}

/** Returns a date with somebody of the staff who runs it; null when there is none. */
export async function findList(
  { db }: Pick<Ordering, 'db'>,
  { dateId, staffId }: { dateId: number; staffId: number },
): Promise<List | null> {
  const [staff, date] = [await findById(db, staffId), await findDate(db, dateId)]
  if (!staff || !date || date.state === 'cancelled') return null
  return staff.role === 'manager' || staff.courses.includes(date.courseId) ? { staff, date } : null
}

/** The address that opens a list without sign-in, in a language. */
export function addressOf({ siteUrl, links }: Parts, { staff, date }: List, locale: Locale): string {
  return hrefOf(siteUrl, locale, `/attendance-list/${links.tokenFor(staff, date.id)}`)
}

/** Returns the mail that brings a trainer the link of a list, in the language of their member record, else in German. */
export async function listMail(parts: Parts, list: List): Promise<Mail> {
  const { space } = await hereOf(parts)
  const { staff, date } = list
  const [member] = await parts.connector.membersByEmail(staff.email)
  const locale = member ? localeOfMember(member) : 'de'
  const { subject, lead, paragraph, action, note } = texts[locale]
  return toMail({
    kind: 'course-list',
    locale,
    to: { name: member ? `${member.firstName} ${member.lastName}`.trim() : '', address: staff.email },
    name: member?.firstName ?? '',
    subject: fill(subject, { course: titleOf(date, locale) }),
    lead,
    facts: [titleOf(date, locale), timesFact(date, locale)],
    paragraphs: [paragraph],
    action: { label: action, href: addressOf(parts, list, locale) },
    note,
    siteName: space.name,
    validUntil: instantOf(date.untilDateTime, space.timezone),
  })
}

const texts = {
  de: {
    subject: 'Deine Liste: {course}',
    lead: 'du leitest diesen Termin. Der Knopf öffnet seine Liste auf deinem Handy, ohne Anmeldung: Du siehst, wer kommt, markierst, wer da ist und bestanden hat, und zeigst den Code zum Einchecken.',
    paragraph:
      'Der Link gilt bis 24 Stunden nach dem Ende des Termins und nur für dich. Gib ihn nicht weiter: Er zeigt die Namen der Teilnehmenden, und was damit markiert wird, trägt deinen Namen.',
    action: 'Liste öffnen',
    note: 'Du bekommst diese E-Mail, weil du als Trainer:in dieses Kurses eingetragen bist.',
  },
  en: {
    subject: 'Your list: {course}',
    lead: 'you run this date. The button opens its list on your phone without signing in: you see who comes, mark who is here and who has passed, and show the code to check in.',
    paragraph:
      'The link works until 24 hours after the end of the date, and is for you alone. Do not pass it on: it shows the names of the participants, and what is marked with it carries your name.',
    action: 'Open the list',
    note: 'You get this email because you are named as a trainer of this course.',
  },
} satisfies Record<Locale, Record<string, string>>
