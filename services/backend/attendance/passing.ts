import { lastDayOf } from '../../../rules/training-validity.ts'
import { type Day, dayOf } from '../../../rules/time.ts'
import { certifyPlace } from '../certificates/certificates.store.ts'
import type { Tx } from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import type { Here } from '../places/seats.ts'
import { draftGrant } from '../trainings/granting.ts'
import { insert, requirements } from '../trainings/trainings.store.ts'
import { orIfAway } from '../workshop.ts'
import { type AttendedPlace, keepName, type RunDate } from './attendance.store.ts'

/** The name and day of birth of who comes with a place: as they signed up, while the workshop system is away. */
export async function personOf({ db, connector }: Ordering, place: AttendedPlace) {
  const member = place.memberId === null ? null : await orIfAway(connector.member(place.memberId), null)
  if (member && place.lastName === null) await keepName(db, place.id, member)
  return { name: nameOf(member ?? place) || `#${place.id}`, bornOn: member?.dateOfBirth ?? place.bornOn }
}

/** What a place gets when it passes. */
export interface Given {
  grants: Draft[]
  /** The name on the certificate of a course that gives no training; null = it gets none. */
  holderName: string | null
}
type Draft = Awaited<ReturnType<typeof draftGrant>>

/**
 * Returns what places would be given, by their ids; asked of the workshop system before any transaction.
 * @param how.on the day on which they passed; default: today
 * @throws Problem `upstreamUnavailable`
 */
export async function givenFor(
  parts: Ordering,
  date: RunDate,
  places: AttendedPlace[],
  how: { by: string; on?: Day },
): Promise<Map<number, Given>> {
  const given = new Map<number, Given>()
  for (const place of places)
    given.set(
      place.id,
      date.grants.length > 0
        ? { grants: await draftsFor(parts, date, place, how), holderName: null }
        : { grants: [], holderName: await holderOf(parts, place) },
    )
  return given
}

/** Whether somebody lacks a training without which they cannot pass. */
export function isBarred({ grants }: Given): boolean {
  return grants.some(({ lacks }) => lacks.length > 0)
}

/** Stores what a place gets that has passed, in the transaction that stores the mark. */
export async function give(
  tx: Tx,
  id: number,
  { grants, holderName }: Given,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  for (const { lacks: _, ...grant } of grants) await insert(tx, { ...grant, source: 'course', placeId: id })
  if (holderName !== null) await certifyPlace(tx, { placeId: id, holderName, givenBy: by, createdAt: now })
}

async function draftsFor(
  parts: Ordering,
  { grants }: RunDate,
  place: AttendedPlace,
  { by, on }: { by: string; on?: Day },
): Promise<Draft[]> {
  const member = await memberFor(parts, place)
  if (member === null) return []
  const { bornOn } = place
  const asked = grants.map((training) =>
    draftGrant(parts, { member, training, by, on, bornOn, reason: null }),
  )
  const own = await Promise.all(asked)
  // A course that gives an instruction gives what needs it, too.
  const titles = own.map(({ title }) => title)
  return own.map((draft) => ({ ...draft, lacks: draft.lacks.filter((title) => !titles.includes(title)) }))
}

/** The name on the certificate of a place; null where nobody could read it, without account and member. */
async function holderOf({ connector }: Ordering, place: AttendedPlace): Promise<string | null> {
  if (place.subject === null && place.memberId === null) return null
  const member = place.memberId === null ? null : await connector.member(place.memberId)
  return nameOf(member ?? place) || `#${place.id}`
}

/** Returns the titles of trainings that a person lacks to pass; nothing while the workshop system is away. */
export async function lacksOf(
  parts: Ordering,
  date: RunDate,
  { memberId }: AttendedPlace,
  { local }: Here,
): Promise<string[]> {
  const { db, connector } = parts
  const needed = await requirements(db)
  const ids = date.grants.flatMap((id) => needed.get(id) ?? []).filter((id) => !date.grants.includes(id))
  if (ids.length === 0) return []
  const owned = memberId === null ? null : await orIfAway(connector.trainings(memberId), null)
  const courses = await orIfAway(connector.trainingCourses(), null)
  if (courses === null) return []
  const today = dayOf(local)
  return ids
    .filter((id) => {
      const end = lastDayOf(id, owned ?? [], today)
      return end === undefined || (end !== null && end < today)
    })
    .map((id) => courses.find((each) => each.id === id)?.title ?? String(id))
}

/**
 * The member behind a place. Somebody who is none becomes one with the first training, by the key of the place, so that a
 * repeat after a crash makes no second one. null = erased.
 */
async function memberFor({ connector }: Ordering, place: AttendedPlace): Promise<number | null> {
  const { id, memberId, email, firstName, lastName, locale } = place
  if (memberId !== null) return memberId
  if (email === null) return null
  const [known] = await connector.membersByEmail(email)
  if (known) return known.id
  const [space] = await connector.spaces()
  const granted = await connector.grant(`course-place-${id}`, {
    member: {
      email,
      firstName: firstName ?? email,
      lastName: lastName ?? '-',
      language: locale === 'en' ? 'en' : 'de',
      space: space?.id ?? 1,
      ...(place.bornOn !== null && { dateOfBirth: place.bornOn }),
    },
    packages: [],
    credits: [],
    trainings: [],
  })
  return granted.member
}

function nameOf({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string {
  return [firstName, lastName].filter(Boolean).join(' ')
}
