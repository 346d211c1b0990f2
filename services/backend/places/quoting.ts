import type { Caller } from '../../../platform/auth/access-token.ts'
import type { BillingSettings } from '../../../contracts/invoice.ts'
import type { Member } from '../../../contracts/member.ts'
import { isProblem, Problem } from '../../../contracts/problem.ts'
import { seatPrices } from '../../../rules/course-place.ts'
import { ageOn } from '../../../rules/contact.ts'
import { dayOf } from '../../../rules/time.ts'
import { sellerOf } from '../orders/offers.ts'
import type { Ordering } from '../orders/parts.ts'
import { requirementsOf, trainingsBooked } from './needs.store.ts'
import type * as store from './places.store.ts'
import type { Here } from './seats.ts'

/** A person who signs up: their account, and the member that it belongs to. */
export interface Attendee {
  subject: string
  /** Confirmed. */
  email: string
  member: Member | null
  /** Without an account: the subject names the sign-up, and the mailed link has confirmed the address. */
  isGuest?: true
}

/** @throws Problem `forbidden` while the address of the account is not confirmed, `upstreamUnavailable` */
export async function attendeeOf(
  { connector }: Ordering,
  { subject, email, emailVerified }: Caller,
  memberId: number | null,
): Promise<Attendee> {
  if (!email || !emailVerified) throw new Problem('forbidden')
  const member = memberId === null ? null : await connector.member(memberId)
  return { subject, email: member?.emailAddress ?? email, member }
}

/**
 * Returns the member of a place: who signed up, or who the account has become since, by the address that it had confirmed; null =
 * nobody, also for a guest.
 * @throws Problem `upstreamUnavailable`
 */
export async function memberOfPlace(
  { connector }: Pick<Ordering, 'connector'>,
  { memberId, subject, email, isGuest }: store.StoredPlace,
): Promise<Member | null> {
  if (memberId !== null) return connector.member(memberId)
  if (isGuest || subject === null || email === null) return null
  const [member = null, ...others] = await connector.membersByEmail(email)
  return others.length === 0 ? member : null
}

/** What a date costs somebody, and what they lack for it, in the words of the workshop system: asked before any transaction. */
export async function termsOf(parts: Ordering, run: store.CourseRun, attendee: Attendee, here: Here) {
  const { member, subject } = attendee
  const hasPackage =
    run.memberPriceCents !== null && member !== null && (await holdsPackage(parts, member, here))
  return { ...seatPrices({ ...run, hasPackage }), missing: await missingFor(parts, run, { member, subject }) }
}

/** Returns the missing trainings that bar a sign-up: an online instruction can be passed until the course begins. */
export function barring(missing: { id: number; mayPassLater: unknown }[]): number[] {
  return missing.filter(({ mayPassLater }) => mayPassLater !== true).map(({ id }) => id)
}

/** Returns the trainings that a course needs first and that somebody will not have on its first day. */
export async function missingFor(
  parts: Ordering,
  run: store.CourseRun,
  { member, subject }: { member: Member | null; subject: string | null },
) {
  const day = dayOf(run.fromDateTime)
  const needed = await requirementsOf(parts.db, run.courseId)
  const given =
    needed.length > 0 && member !== null ? ((await parts.connector.trainings(member.id)) ?? []) : []
  const booked = new Set(
    needed.length > 0 && subject !== null
      ? await trainingsBooked(parts.db, { subject, before: run.fromDateTime })
      : [],
  )
  const isThere = (training: number) =>
    booked.has(training) ||
    given.some(
      (each) =>
        each.training === training &&
        each.fromDate <= day &&
        (each.untilDate === null || each.untilDate >= day),
    )
  return needed.filter(({ id }) => !isThere(id))
}

async function holdsPackage({ connector }: Ordering, { id }: Member, { local }: Here): Promise<boolean> {
  const today = dayOf(local)
  const packages = (await connector.packages(id)) ?? []
  return packages.some(
    ({ fromDate, untilDate }) => fromDate <= today && (untilDate === null || untilDate >= today),
  )
}

/** Whether somebody is under age on the first day; null = the day of birth is not known. */
export function isMinorThere(bornOn: string | null, { fromDateTime }: store.CourseRun): boolean | null {
  return bornOn === null ? null : ageOn(bornOn, dayOf(fromDateTime)) < 18
}

/**
 * Whether paid courses can be booked here: a provider takes the money, and the space writes invoices; and the rate of the tax
 * in a price, null = the space does not say.
 */
export async function payingFor(
  parts: Ordering,
  run: Pick<store.CourseRun, 'vat'>,
): Promise<{ canPay: boolean; taxPercent: string | null }> {
  try {
    const { settings } = await sellerOf(parts)
    const taxPercent = settings.scheme === 'small' ? '0.00' : rateOf(run, settings)
    return { canPay: parts.provider !== null, taxPercent }
  } catch (error) {
    if (isProblem(error) && error.code === 'notSupported') return { canPay: false, taxPercent: null }
    throw error
  }
}

/** The rate of a course: in Germany, and `standard` is the rate of the space. */
export function rateOf({ vat }: Pick<store.CourseRun, 'vat'>, settings: BillingSettings): string {
  return ({ reduced: '7.00', exempt: '0.00' } as Record<string, string>)[vat] ?? settings.usageTaxPercent
}
