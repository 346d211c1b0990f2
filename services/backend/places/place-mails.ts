import type { Locale } from '../../../contracts/problem.ts'
import type { Space } from '../../../contracts/space.ts'
import { calendarFile } from '../../../formats/calendar-file.ts'
import { sessionEntry } from '../../../formats/session-calendar.ts'
import type { Mail } from '../../../platform/mail/mail-content.ts'
import { euros, fill, plainName, toMail } from '../../../platform/mail/mail-template.ts'
import type { Fact } from '../../../platform/mail/title-block.ts'
import { freeCancelDayLeft } from '../../../rules/course-place.ts'
import { toLocal } from '../../../rules/time.ts'
import { texts as orderTexts } from '../orders/order-mail-texts.ts'
import { sendMail } from '../orders/order-mails.ts'
import type { Tx } from '../orders/orders.store.ts'
import { addLink, type GuestSignUp } from './guests.store.ts'
import { laterInstructions } from './needs.store.ts'
import { guestTexts, type PlaceMailKind, texts, tooFewText, words } from './place-mail-texts.ts'
import * as store from './places.store.ts'
import { hrefOf } from '../../../platform/site-href.ts'

interface About {
  place: store.StoredPlace
  run: store.CourseRun
  space: Space
  siteUrl: string
  now: Date
  /** What comes back, in cents. */
  refund?: number
  /** The date before it was moved. */
  former?: store.CourseRun
  /** From whom the place comes, or to whom it went. */
  other?: store.StoredPlace
  /** Online instructions to pass until the course begins. */
  instructions?: { slug: string; title: string }[]
  /** The texts that the buyer agreed to: they are attached. */
  consents?: { kind: string; body: string }[]
  /** Dates that stand for one that was called off. */
  next?: store.CourseRun[]
}

/** A mail, and the entries of its calendar file. */
interface PlaceMail {
  mail: Mail
  method: 'REQUEST' | 'CANCEL' | null
}

/** Returns a mail about a place, in the language of the place. `token` is the secret of a link to the place, for guests and for offers. */
function placeMail(kind: PlaceMailKind, about: About, token: string | null): PlaceMail {
  const { place, run, space, siteUrl, now } = about
  const { locale } = place
  const { subject, lead, action, path, paragraphs = [] } = texts[locale][kind]
  const course = titleOf(run, locale)
  const known = {
    course,
    seller: space.name,
    until: place.offeredUntil ? momentOf(toLocal(place.offeredUntil, space.timezone), locale) : '',
    // What comes back, or is owed.
    refund: euros(about.refund ?? 0, locale),
    other: plainName(`${about.other?.firstName ?? ''} ${about.other?.lastName ?? ''}`),
    former: about.former ? timesOf(about.former, locale) : '',
  }
  const isSite = path === 'page'
  const own = token === null ? '/me/course' : guestPath(token)
  const [next] = about.next ?? []
  const href = next ? signUpPath(next, place) : isSite ? `/events/${run.courseId}` : own
  const usual = token === null || takesSeat.has(kind) ? action : words[locale].guestAction
  const label = next ? words[locale].nextAction : usual
  const attachments = (about.consents ?? []).map(({ kind: consent, body }) => ({
    name: `${orderTexts[locale].files[consent] ?? consent}.txt`,
    type: 'text/plain; charset=utf-8',
    content: body,
  }))
  const mail = toMail({
    kind: `course-${kind}`,
    locale,
    to: { name: `${place.firstName ?? ''} ${place.lastName ?? ''}`.trim(), address: place.email ?? '' },
    name: place.firstName ?? '',
    subject: fill(subject, known),
    lead: fill(lead, known),
    facts: [course, timesFact(run, locale), ...seatsFact(place.party, locale), ...priceFact(kind, place)],
    paragraphs: [
      ...(place.orderId === null && aboutMoney.has(kind) ? [] : paragraphsOf(place, kind, paragraphs)).map(
        (text) => fill(text, known),
      ),
      ...(about.instructions ?? []).map(({ slug, title }) =>
        fill(words[locale].instruction, { title, href: hrefOf(siteUrl, locale, `/instruction/${slug}`) }),
      ),
      ...rulesOf(kind, about),
      ...(next ? [words[locale].nextDates] : []),
      ...(about.next ?? []).map((each) => timesOf(each, locale)),
    ],
    action: { label, href: hrefOf(siteUrl, locale, href) },
    note: words[locale].note,
    siteName: space.name,
    ...(attachments.length > 0 && { attachments }),
    ...(takesSeat.has(kind) && place.offeredUntil && { validUntil: place.offeredUntil }),
    ...(kind === 'soon' && { validUntil: new Date(now.getTime() + 3_600_000) }),
  })
  return {
    mail,
    method: kind === 'moved' && place.state !== 'booked' ? null : (methods[kind] ?? null),
  }
}

interface TooFew {
  run: store.CourseRun
  /** People with a place. */
  booked: number
  minimum: number
  address: string
  siteName: string
  siteUrl: string
}

/** Asks somebody of the staff what to do with a date that too few people have booked. */
export function tooFewMail({ run, booked, minimum, address, siteName, siteUrl }: TooFew): Mail {
  const { subject, lead, paragraph, action, note } = tooFewText
  const known = {
    course: run.titleDe,
    date: String(run.id),
    booked: String(booked),
    minimum: String(minimum),
  }
  return toMail({
    kind: 'course-tooFew',
    locale: 'de',
    to: { name: '', address },
    name: '',
    subject: fill(subject, known),
    lead: fill(lead, known),
    facts: [run.titleDe, timesFact(run, 'de')],
    paragraphs: [fill(paragraph, known)],
    action: { label: action, href: `${siteUrl}/me/attendance/${run.id}` },
    note,
    siteName,
  })
}

/** Mails whose action takes the seat, within a time. */
const takesSeat: ReadonlySet<PlaceMailKind> = new Set(['offered', 'paymentFailed'])
const aboutMoney: ReadonlySet<PlaceMailKind> = new Set(['cancelled', 'calledOff', 'substituted'])

/** Money goes back to the buyer, who is another person than a substitute. */
function paragraphsOf(
  { substitutedAt, locale }: store.StoredPlace,
  kind: PlaceMailKind,
  usual: string[],
): string[] {
  const isOthers = substitutedAt !== null && (kind === 'cancelled' || kind === 'calledOff')
  return isOthers ? [words[locale].payer] : usual
}

/** The page on which one signs up for a date, without the prefix of the language. */
function signUpPath({ courseId, id }: store.CourseRun, { isGuest }: store.StoredPlace): string {
  return `/events/${courseId}/${isGuest ? 'guest' : 'sign-up'}?date=${id}`
}

/** The page of a guest's place, without the prefix of the language. */
function guestPath(token: string): string {
  return `/course-place/${token}`
}

interface Asked {
  asked: Pick<GuestSignUp, 'firstName' | 'lastName' | 'email' | 'locale' | 'expiresAt'> & { party: number }
  run: store.CourseRun
  token: string
  siteName: string
  siteUrl: string
}

/** Asks a guest to confirm the address: the link leads to the button that takes the seat. */
export function guestMail({ asked, run, token, siteName, siteUrl }: Asked): Mail {
  const { locale, firstName, lastName, email, party, expiresAt } = asked
  const { subject, lead, action, paragraph } = guestTexts[locale]
  const course = titleOf(run, locale)
  return toMail({
    kind: 'course-guest',
    locale,
    to: { name: `${firstName} ${lastName}`, address: email },
    name: firstName,
    subject: fill(subject, { course }),
    lead,
    facts: [course, timesFact(run, locale), ...seatsFact(party, locale)],
    paragraphs: [paragraph],
    action: { label: action, href: hrefOf(siteUrl, locale, guestPath(token)) },
    note: words[locale].note,
    siteName,
    validUntil: expiresAt,
  })
}

/** Queues a mail about a place in the transaction that it tells of, with an entry of each session for the calendar. */
export async function sendPlaceMail(tx: Tx, kind: PlaceMailKind, about: About): Promise<void> {
  const isOwn = texts[about.place.locale][kind].path === 'own'
  // An offer ends soon: nobody has to sign in to answer it.
  const isLinked = isOwn && (about.place.isGuest || kind === 'offered')
  const token = isLinked ? await addLink(tx, about.place.id, about.now) : null
  const isNew = kind === 'booked' || kind === 'substitute'
  const instructions = isNew ? await laterInstructions(tx, about.run.courseId, about.place.locale) : []
  const { mail, method } = placeMail(kind, { ...about, instructions }, token)
  const sessions = method ? await store.sessionsOf(tx, about.run.id) : []
  const entries = sessions.map((session, index) => ({
    name:
      sessions.length > 1
        ? `${words[about.place.locale].file}-${index + 1}.ics`
        : `${words[about.place.locale].file}.ics`,
    type: `text/calendar; charset=utf-8; method=${method}`,
    content: sessionFile(session, about, method ?? 'REQUEST'),
  }))
  const attachments = [...(mail.attachments ?? []), ...entries]
  await sendMail(tx, attachments.length > 0 ? { ...mail, attachments } : mail)
}

/** The effect of a mail on the reader's calendar. */
const methods: Partial<Record<PlaceMailKind, 'REQUEST' | 'CANCEL'>> = {
  booked: 'REQUEST',
  moved: 'REQUEST',
  substitute: 'REQUEST',
  substituted: 'CANCEL',
  cancelled: 'CANCEL',
  calledOff: 'CANCEL',
  unpaid: 'CANCEL',
}

type Session = Awaited<ReturnType<typeof store.sessionsOf>>[number]

/** A message about one session: a file holds one entry only (RFC 5546 3.2.2). */
function sessionFile(
  session: Session,
  { place, run, space, siteUrl, now }: About,
  method: 'REQUEST' | 'CANCEL',
) {
  const { locale } = place
  const room = locale === 'en' ? session.placeEn || session.placeDe : session.placeDe
  const usual = locale === 'en' ? run.placeEn || run.placeDe : run.placeDe
  const host = new URL(siteUrl).hostname
  return calendarFile({
    name: space.name,
    method,
    made: `-//${space.name}//Werkbank//${locale.toUpperCase()}`,
    zone: space.timezone,
    entries: [
      {
        ...sessionEntry(
          { ...session, sequence: run.sequence, isCancelled: method === 'CANCEL' },
          { zone: space.timezone, siteUrl },
        ),
        title: titleOf(run, locale),
        description: '',
        place: [space.name, room ?? usual].filter(Boolean).join(', '),
        url: hrefOf(siteUrl, locale, `/events/${run.courseId}`),
        changedAt: now,
        organizer: { name: space.name, address: space.emailAddress ?? `noreply@${host}` },
        attendee: {
          name: `${place.firstName ?? ''} ${place.lastName ?? ''}`.trim(),
          address: place.email ?? '',
        },
      },
    ],
  })
}

/** What cancelling costs, in the mails that confirm a place, move it, or remind of it. */
function rulesOf(kind: PlaceMailKind, { place, run, space, now }: About): string[] {
  const { locale, priceCents, offeredUntil, movedFrom, substitutedAt } = place
  if (kind === 'movedList' && offeredUntil) {
    const until = momentOf(toLocal(offeredUntil, space.timezone), locale)
    return [fill(words[locale].offerStands, { until })]
  }
  if (kind === 'moved' && (priceCents === 0 || substitutedAt !== null)) return [words[locale].movedFree]
  const isReminder = kind === 'dayBefore'
  const hasRules = isReminder || kind === 'booked' || kind === 'moved' || takesSeat.has(kind)
  if (!hasRules || priceCents === 0) return []
  if (isReminder && substitutedAt !== null) return [words[locale].payer]
  const withdrawal = isReminder ? [] : [words[locale].withdrawal]
  if (movedFrom !== null) return [words[locale].movedRefund, ...withdrawal]
  const { freeCancelDays, lateRefundPercent } = run
  const day = freeCancelDayLeft({ begins: run.fromDateTime, freeCancelDays }, toLocal(now, space.timezone))
  const share = lateRefundPercent > 0 ? 'Part' : 'Nothing'
  return [
    ...(day ? [fill(words[locale].free, { day: dayText(day, locale) })] : []),
    fill(words[locale][`${day ? 'late' : 'now'}${share}`], { percent: String(lateRefundPercent) }),
    ...withdrawal,
  ]
}

/** The title of a course in a language. */
export function titleOf(
  { titleDe, titleEn }: Pick<store.CourseRun, 'titleDe' | 'titleEn'>,
  locale: Locale,
): string {
  return locale === 'en' ? titleEn : titleDe
}

/** `Dienstag, 1. Dezember 2026, 18:00–20:00 Uhr`, or beginning and end of several days. */
export function timesOf(
  { fromDateTime, untilDateTime }: Pick<store.CourseRun, 'fromDateTime' | 'untilDateTime'>,
  locale: Locale,
): string {
  return timesFact({ fromDateTime, untilDateTime }, locale).text
}

/** The same, for the title block of a mail. */
export function timesFact(
  { fromDateTime, untilDateTime }: Pick<store.CourseRun, 'fromDateTime' | 'untilDateTime'>,
  locale: Locale,
) {
  const clock = locale === 'de' ? ' Uhr' : ''
  const [fromTime, untilTime] = [fromDateTime.slice(11), untilDateTime.slice(11)]
  if (fromDateTime.slice(0, 10) === untilDateTime.slice(0, 10)) {
    const cells = { day: dayText(fromDateTime, locale), time: `${fromTime}–${untilTime}${clock}` }
    return { text: `${cells.day}, ${cells.time}`, ...cells }
  }
  const cells = { from: momentOf(fromDateTime, locale), until: momentOf(untilDateTime, locale) }
  return { text: `${cells.from} – ${cells.until}`, ...cells }
}

function momentOf(local: string, locale: Locale): string {
  return `${dayText(local, locale)}, ${local.slice(11)}${locale === 'de' ? ' Uhr' : ''}`
}

function dayText(local: string, locale: Locale): string {
  return days[locale].format(new Date(`${local.slice(0, 10)}T00:00Z`))
}

/** The price of a place, all taxes included: in words where the seat is still to be taken. */
function priceFact(kind: PlaceMailKind, { priceCents, locale }: store.StoredPlace): Fact[] {
  const text = words[locale]
  const isOffer = takesSeat.has(kind)
  if (!isOffer && kind !== 'booked') return []
  if (priceCents === 0) return [{ text: isOffer ? text.costsNothing : '', price: text.costsNothing }]
  const price = euros(priceCents, locale)
  return [{ text: isOffer ? fill(text.costs, { price }) : '', gross: price }]
}

/** How many seats somebody has; nothing for one. */
function seatsFact(party: number, locale: Locale): Fact[] {
  const count = String(party)
  return party > 1 ? [{ text: fill(words[locale].seats, { count }), seats: count }] : []
}

const days: Record<Locale, Intl.DateTimeFormat> = {
  de: new Intl.DateTimeFormat('de-DE', { dateStyle: 'full', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }),
}
