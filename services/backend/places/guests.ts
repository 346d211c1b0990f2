import type { GuestPlace, GuestRequest } from '../../../contracts/guest-place.ts'
import type { BackendApi } from '../../../contracts/http/backend.ts'
import { type Locale, Problem, wrongField } from '../../../contracts/problem.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { hitNetworks } from '../../../platform/network-limits.ts'
import type { RateLimit } from '../../../platform/rate-limit.ts'
import { hasAgeRule } from '../../../rules/course-place.ts'
import { toCents, toDecimal } from '../../../rules/money.ts'
import { hashOf } from '../declarations/receipt.ts'
import { lookAtOrder } from '../orders/order-view.ts'
import { sendMail } from '../orders/order-mails.ts'
import type { Ordering } from '../orders/parts.ts'
import { accept } from './accepting.ts'
import * as guests from './guests.store.ts'
import { leave } from './leaving.ts'
import { hasTrainings } from './needs.store.ts'
import { guestMail } from './place-mails.ts'
import * as store from './places.store.ts'
import { type Attendee, memberOfPlace, payingFor } from './quoting.ts'
import { hereOf } from './seats.ts'
import { payStep, refuse, signUp } from './signing-up.ts'
import { stepOf, viewOf } from './view.ts'

interface Options {
  ordering: Ordering
  rateLimit: RateLimit
  clientAddress: (request: Request) => string
}

const linkMs = 24 * 60 * 60_000
/** Mails that one network causes in an hour; wider networks may hold several customers and get 2 and 4 times as much. */
const perNetwork = { max: 10, windowSeconds: 3600 }
const perAddress = { max: 5, windowSeconds: 3600 }
const mostOpen = 5
/** The provider's page knows no secret of ours: this page says that all else is in the mail. */
const returnPath = '/course-place/paid'

/**
 * Sign-up without an account. The address is verified by a mailed link before a seat is taken, and links of later mails lead
 * to the place. No answer tells whether an address is known.
 */
export function guestHandlers({ ordering, rateLimit, clientAddress }: Options) {
  const { db } = ordering
  return {
    async askGuestPlace({ body, locale, c }) {
      const address = clientAddress(c.req.raw)
      await hitNetworks(rateLimit, { purpose: 'guest', address, limit: perNetwork })
      await rateLimit.hit(`guest:address:${body.email.toLowerCase()}`, perAddress)
      await ask(ordering, body, locale)
      return {}
    },
    async guestPlace({ body: { token } }) {
      return viewGuest(ordering, token)
    },
    async takeGuestPlace({ body: { token, priceSeen } }) {
      const hash = hashOf(token)
      const known = await guests.findLinked(db, hash)
      return stepOf(ordering, known ? await payStep(ordering, known) : await take(ordering, hash, priceSeen))
    },
    async acceptGuestPlace({ body: { token } }) {
      const place = await linked(ordering, token)
      if (place.state !== 'offered') return stepOf(ordering, await payStep(ordering, place))
      const { locale } = place
      return stepOf(
        ordering,
        await accept(ordering, place, { attendee: await attendeeOf(ordering, place), locale, returnPath }),
      )
    },
    async leaveGuestPlace({ body: { token, refund } }) {
      const place = await leave(ordering, await linked(ordering, token), { shownCents: toCents(refund) })
      return (await stepOf(ordering, { place, payUrl: null })).place
    },
  } satisfies Partial<Handlers<BackendApi>>
}

/** @throws Problem `accountNeeded` for a course with trainings, which are kept for a member */
async function openRun({ db }: Ordering, date: number): Promise<store.CourseRun> {
  const run = await store.findRun(db, date)
  if (!run) throw new Problem('notFound')
  if (await hasTrainings(db, run.courseId)) throw new Problem('accountNeeded')
  return run
}

/** Keeps what somebody asks for, and mails the link: one work for every address. */
async function ask(parts: Ordering, asked: GuestRequest, locale: Locale): Promise<void> {
  const { db, siteUrl } = parts
  const run = await openRun(parts, asked.dateId)
  const here = await hereOf(parts)
  const isAsked = hasAgeRule(run)
  const field = isAsked ? 'bornOn' : 'isAdult'
  if (asked[field] === undefined) throw wrongField(field, 'needed')
  const bornOn = isAsked ? (asked.bornOn ?? null) : null
  const companionAges = isAsked ? asked.companionAges : []
  if (isAsked && companionAges.length !== asked.companions.length) throw wrongField('companionAges', 'needed')
  refuse({ companions: asked.companions, companionAges }, run, { ...here, bornOn, missing: [] })
  if (run.priceCents > 0 && !(await payingFor(parts, run)).canPay) throw new Problem('notSupported')
  if ((await guests.countOpen(db, asked.email, here.now)) >= mostOpen) throw new Problem('tooManyRequests')
  const token = guests.newToken()
  const { dateId, firstName, lastName, email, companions } = asked
  const expiresAt = new Date(here.now.getTime() + linkMs)
  const person = { firstName, lastName, email, locale, expiresAt }
  const row = {
    ...person,
    dateId,
    bornOn,
    companions,
    companionAges,
    createdAt: here.now,
    tokenHash: hashOf(token),
  }
  const about = { asked: { ...person, party: companions.length + 1 }, run, token, siteUrl }
  await db.transaction().execute(async (tx) => {
    await guests.addSignUp(tx, row)
    await sendMail(tx, guestMail({ ...about, siteName: here.space.name }))
  })
}

/** Takes the seat of a sign-up, which ends with it. Another call with the same link gets the same place, also in this moment. */
async function take(parts: Ordering, hash: Buffer, priceSeen: string) {
  try {
    return await takeAsked(parts, hash, priceSeen)
  } catch (error) {
    const place = await guests.findLinked(parts.db, hash)
    if (!place) throw error
    return payStep(parts, place)
  }
}

async function takeAsked(parts: Ordering, hash: Buffer, priceSeen: string) {
  const asked = await openSignUp(parts, hash)
  const { dateId, firstName, lastName, email, locale, companions, companionAges, bornOn } = asked
  await openRun(parts, dateId)
  return signUp(parts, {
    attendee: { subject: `guest|${hash.toString('hex')}`, email, member: null, isGuest: true },
    dateId,
    firstName,
    lastName,
    ...(bornOn !== null && { bornOn }),
    companions,
    companionAges,
    priceSeen,
    accepted: true,
    requestKey: 'link',
    locale,
    returnPath,
    also: (tx, place) => guests.endSignUp(tx, hash, place),
  })
}

/** @throws Problem `notFound`, and `linkExpired` after a day */
async function openSignUp(parts: Ordering, hash: Buffer): Promise<guests.GuestSignUp> {
  const asked = await guests.findSignUp(parts.db, hash)
  if (!asked) throw new Problem('notFound')
  return notExpired(parts, asked)
}

function notExpired({ clock }: Pick<Ordering, 'clock'>, asked: guests.GuestSignUp): guests.GuestSignUp {
  if (asked.expiresAt <= clock()) throw new Problem('linkExpired')
  return asked
}

async function viewGuest(parts: Ordering, token: string): Promise<GuestPlace> {
  const hash = hashOf(token)
  // In this order: a sign-up that is gone has left its place.
  const asked = await guests.findSignUp(parts.db, hash)
  if (!asked) return viewPlace(parts, await linked(parts, token))
  const { dateId, companions } = notExpired(parts, asked)
  const run = await openRun(parts, dateId)
  const party = companions.length + 1
  const isFull = run.freeSeats < party
  const { courseId, priceCents } = run
  const { taxPercent } = await payingFor(parts, run)
  const price = toDecimal(priceCents * party)
  return { place: null, signUp: { courseId, dateId, party, price, taxPercent, isFull } }
}

async function viewPlace(parts: Ordering, found: store.StoredPlace): Promise<GuestPlace> {
  if (found.state === 'held' && found.orderId !== null) await lookAtOrder(parts, { id: found.orderId })
  const here = await hereOf(parts)
  const [place = null] = await viewOf(parts, [(await store.findPlace(parts.db, found.id)) ?? found], here)
  return { place, signUp: null }
}

async function linked({ db }: Ordering, token: string): Promise<store.StoredPlace> {
  const place = await guests.findLinked(db, hashOf(token))
  if (!place) throw new Problem('notFound')
  return place
}

/** Returns the person with the place: a guest, or an account that answers an offer without a session. */
async function attendeeOf(parts: Ordering, place: store.StoredPlace): Promise<Attendee> {
  const { subject, email, isGuest } = place
  const member = await memberOfPlace(parts, place)
  return { subject: subject ?? '', email: email ?? '', member, ...(isGuest && { isGuest }) }
}
