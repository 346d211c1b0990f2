import type { PlaceQuote } from '../../../contracts/course-place.ts'
import type { BackendApi } from '../../../contracts/http/backend.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Caller } from '../../../platform/auth/access-token.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import type { RateLimit } from '../../../platform/rate-limit.ts'
import { isSignUpOpen } from '../../../rules/course-place.ts'
import { toCents, toDecimal } from '../../../rules/money.ts'
import { lookAtOrder } from '../orders/order-view.ts'
import { keyOf } from '../orders/orders.ts'
import type { Ordering } from '../orders/parts.ts'
import { requireManager } from '../staff/staff.ts'
import { addCourse, addDates } from '../courses/adding.ts'
import { accept } from './accepting.ts'
import { callOffSoon, setSeats } from './desk.ts'
import { leave } from './leaving.ts'
import { moveDate } from './moving.ts'
import * as store from './places.store.ts'
import { type Attendee, attendeeOf, isMinorThere, payingFor, termsOf } from './quoting.ts'
import { hereOf } from './seats.ts'
import { signUp } from './signing-up.ts'
import { substitute } from './substituting.ts'
import { stepOf, viewOf } from './view.ts'

interface Options {
  callers: Callers
  ordering: Ordering
  rateLimit: RateLimit
}

/** Each of them may write a mail. */
const perPerson = { max: 30, windowSeconds: 3600 }

/** Changes of dates by managers. */
export function dateHandlers(ordering: Ordering) {
  return {
    async moveDate({ person, body: { dateId, fromDateTime } }) {
      await requireManager(person, ordering)
      const { id, titleDe, titleEn, ...run } = await moveDate(ordering, dateId, fromDateTime)
      const { fromDateTime: from, untilDateTime } = run
      return { id, title: { de: titleDe, en: titleEn }, fromDateTime: from, untilDateTime }
    },
    async setSeats({ person, body: { dateId, seats } }) {
      await requireManager(person, ordering)
      await setSeats(ordering, dateId, seats)
      return { dateId, seats }
    },
    async callOffDate({ person, body: { dateId } }) {
      await requireManager(person, ordering)
      await callOffSoon(ordering, dateId)
      return { dateId }
    },
    async addCourse({ person, body }) {
      await requireManager(person, ordering)
      return { courseId: await addCourse(ordering, body) }
    },
    async addDates({ person, body }) {
      await requireManager(person, ordering)
      return { dateIds: await addDates(ordering, body) }
    },
  } satisfies Partial<Handlers<BackendApi>>
}

/** Places of the caller on dates of courses: a person has them, also without a membership. */
export function placeHandlers({ callers, ordering, rateLimit }: Options) {
  const { db } = ordering
  return {
    async placeQuote({ person, query: { dateId } }) {
      const attendee = await attendeeOf(ordering, person, await callers.memberOf(person))
      return quoteOf(ordering, dateId, { attendee, places: await ownPlaces(person) })
    },
    async signUpForCourse({ person, body: asked, locale, c }) {
      const requestKey = keyOf(c.req.header('idempotency-key'))
      await rateLimit.hit(`course:${person.subject}`, perPerson)
      const attendee = await attendeeOf(ordering, person, await callers.memberOf(person))
      const returnPath = `/events/${await courseOf(asked.dateId)}/sign-up?date=${asked.dateId}`
      return stepOf(ordering, await signUp(ordering, { ...asked, attendee, requestKey, locale, returnPath }))
    },
    async coursePlaces({ person }) {
      return viewOf(ordering, await ownPlaces(person), await hereOf(ordering))
    },
    async acceptPlace({ person, params: { id }, locale }) {
      const place = await own(person, id)
      if (place.state === 'booked') return stepOf(ordering, { place, payUrl: null })
      const attendee = await attendeeOf(ordering, person, await callers.memberOf(person))
      return stepOf(ordering, await accept(ordering, place, { attendee, locale, returnPath: '/me/course' }))
    },
    async substitutePlace({ person, params: { id }, body }) {
      await rateLimit.hit(`course:${person.subject}`, perPerson)
      await substitute(ordering, await own(person, id), body)
      return {}
    },
    async leavePlace({ person, params: { id }, query: { refund } }) {
      const place = await own(person, id)
      const left = await leave(ordering, place, { shownCents: toCents(refund) })
      return (await stepOf(ordering, { place: left, payUrl: null })).place
    },
  } satisfies Partial<Handlers<BackendApi>>

  async function ownPlaces(person: Caller): Promise<store.StoredPlace[]> {
    const member = await callers.memberOf(person)
    const places = () => store.ownPlaces(db, person, member)
    const held = (await places()).filter(({ state }) => state === 'held')
    for (const { orderId } of held) if (orderId !== null) await lookAtOrder(ordering, { id: orderId })
    return places()
  }

  /** Another one's place gets the same answer as an unknown one. */
  async function own(person: Caller, id: number): Promise<store.StoredPlace> {
    const place = (await ownPlaces(person)).find((each) => each.id === id)
    if (!place) throw new Problem('notFound')
    return place
  }

  async function courseOf(date: number): Promise<number> {
    const run = await store.findRun(db, date)
    if (!run) throw new Problem('notFound')
    return run.courseId
  }
}

interface Quoted {
  attendee: Attendee
  /** Of the same person. */
  places: store.StoredPlace[]
}

/** What a place on a date would cost somebody, and what is known of them; null = nobody can sign up for it, and they have no place. */
async function quoteOf(
  ordering: Ordering,
  dateId: number,
  { attendee, places }: Quoted,
): Promise<PlaceQuote | null> {
  const run = await store.findRun(ordering.db, dateId)
  if (!run || run.courseState !== 'published') return null
  const here = await hereOf(ordering)
  const own = places.filter(
    (place) => place.dateId === dateId && place.state !== 'cancelled' && place.state !== 'ended',
  )
  const isOpen = run.state === 'planned' && isSignUpOpen(run, here.local)
  if (!isOpen && own.length === 0) return null
  const { ownCents, otherCents, missing } = await termsOf(ordering, run, attendee, here)
  const bornOn = attendee.member?.dateOfBirth ?? null
  const [place = null] = await viewOf(ordering, own, here)
  return {
    dateId,
    ownPrice: toDecimal(ownCents),
    otherPrice: toDecimal(otherCents),
    isNameKnown: attendee.member !== null,
    isBirthKnown: bornOn !== null,
    isMinor: isMinorThere(bornOn, run),
    ...(await payingFor(ordering, run)),
    missing: missing.map(({ id, courseId, titleDe, titleEn, mayPassLater }) => ({
      id,
      mayPassLater: mayPassLater === true,
      course: courseId === null ? null : { id: courseId, title: { de: titleDe ?? '', en: titleEn ?? '' } },
    })),
    place,
  }
}
