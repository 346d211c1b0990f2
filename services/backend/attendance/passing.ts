import type { Member } from '../../../contracts/member.ts'
import { lastDayOf } from '../../../rules/training-validity.ts'
import { dayOf } from '../../../rules/time.ts'
import type { Ordering } from '../orders/parts.ts'
import type { Here } from '../places/seats.ts'
import { draftGrant } from '../trainings/granting.ts'
import { requirements } from '../trainings/trainings.store.ts'
import type { AttendedPlace, RunDate } from './attendance.store.ts'

/** The name and day of birth of who comes with a place. */
export async function personOf({ connector }: Ordering, place: AttendedPlace) {
  const member = place.memberId === null ? null : await connector.member(place.memberId)
  return {
    name: member
      ? nameOf(member)
      : [place.firstName, place.lastName].filter(Boolean).join(' ') || `#${place.id}`,
    bornOn: member?.dateOfBirth ?? place.bornOn,
  }
}

/** Returns what each place would be given, by its id; asked of the workshop system before any transaction. */
export async function draftsFor(parts: Ordering, date: RunDate, places: AttendedPlace[], by: string) {
  const drafts = new Map<number, Awaited<ReturnType<typeof draftGrant>>[]>()
  if (date.grants.length === 0) return drafts
  for (const place of places) {
    const member = await memberFor(parts, place)
    if (member === null) continue
    const asked = date.grants.map((training) => draftGrant(parts, { member, training, by, reason: null }))
    const own = await Promise.all(asked)
    // A course that gives an instruction gives what needs it, too.
    const titles = own.map(({ title }) => title)
    const withOwn = (lacks: string[]) => lacks.filter((title) => !titles.includes(title))
    drafts.set(
      place.id,
      own.map((draft) => ({ ...draft, lacks: withOwn(draft.lacks) })),
    )
  }
  return drafts
}

/**
 * Returns the names on the certificates of a course that gives no training, by place. A place without account and member has
 * nobody who could read it.
 */
export async function holdersFor(parts: Ordering, date: RunDate, places: AttendedPlace[]) {
  if (date.grants.length > 0) return new Map<number, string>()
  const owned = places.filter(({ subject, memberId }) => subject !== null || memberId !== null)
  const named = owned.map(async (place) => [place.id, (await personOf(parts, place)).name] as const)
  return new Map(await Promise.all(named))
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
  const [owned, courses] = await Promise.all([
    memberId === null ? [] : connector.trainings(memberId),
    connector.trainingCourses(),
  ])
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

function nameOf({ firstName, lastName }: Member): string {
  return `${firstName} ${lastName}`.trim()
}
