import type { FabmanFees, FabmanMade } from '../../../../contracts/fabman.ts'
import type { Grant, NewMember } from '../../../../contracts/grant.ts'
import type { Space } from '../../../../contracts/space.ts'
import type { WriteId } from './writes.store.ts'

/** One call that creates something at Fabman. */
export interface Step {
  id: WriteId
  /** Where it stands in the grant. */
  field: string
  path: string
  body: object
  /** Narrows the list at `path` in which the creation is looked for. */
  query: { q?: string }
  /** Whether Fabman's object is what this call has created when it was made at `askedAt`. */
  isOurs: (found: FabmanMade, askedAt: Date) => boolean
}

/** The difference that our clock and Fabman's may have. */
const skewMs = 60_000

export function memberStep(key: string, wanted: NewMember, { account }: Space): Step {
  const { email, ...fields } = wanted
  const mark = markOf(key, 'member', 0)
  return {
    id: { key, kind: 'member', position: 0 },
    field: 'member',
    path: '/members',
    query: { q: email },
    body: { account, ...fields, emailAddress: email, notes: mark },
    isOurs: (found) => isSameAddress(found, email) && isMarked(found, mark),
  }
}

export function packageStep(
  key: string,
  member: number,
  position: number,
  { package: id, fromDate, untilDate, fees }: Grant['packages'][number] & { fees: FabmanFees },
): Step {
  const mark = markOf(key, 'package', position)
  const hasFees = Number(fees.setupFee) > 0 || Number(fees.recurringFee) > 0
  return {
    id: { key, kind: 'package', position },
    field: `packages.${position}`,
    path: `/members/${member}/packages`,
    query: {},
    body: {
      package: id,
      fromDate,
      ...(untilDate && { untilDate }),
      notes: mark,
      // The caller bills the package. Fabman must not bill it as well.
      ...(hasFees && { customFees: true, setupFee: 0, recurringFee: 0 }),
    },
    isOurs: (found) => isMarked(found, mark),
  }
}

/** A credit entry has no notes: what it is worth, when it counts and its creation time tell which it is. */
export function creditStep(
  key: string,
  member: number,
  position: number,
  { amount, ...rest }: Grant['credits'][number],
): Step {
  const { scope, fromDate = null, untilDate = null } = rest
  return {
    id: { key, kind: 'credit', position },
    field: `credits.${position}`,
    path: `/members/${member}/credits`,
    query: {},
    body: { amount: Number(amount), ...rest },
    isOurs: (found, askedAt) =>
      Number(found.amount) === Number(amount) &&
      found.scope === scope &&
      found.fromDate === fromDate &&
      found.untilDate === untilDate &&
      Date.parse(found.createdAt ?? '') >= askedAt.getTime() - skewMs,
  }
}

export function trainingStep(
  key: string,
  member: number,
  position: number,
  { training, fromDate, untilDate }: Grant['trainings'][number],
): Step {
  const mark = markOf(key, 'training', position)
  return {
    id: { key, kind: 'training', position },
    field: `trainings.${position}`,
    path: `/members/${member}/trainings`,
    query: {},
    body: {
      trainingCourse: training,
      date: fromDate,
      fromDate,
      ...(untilDate && { untilDate }),
      notes: mark,
    },
    isOurs: (found) => isMarked(found, mark),
  }
}

/** No key contains a bracket, so that no mark contains another. */
function markOf(key: string, kind: string, position: number): string {
  return `[wb:${key} ${kind} ${position}]`
}

/** Fabman may wrap notes in HTML, and its staff may add to them. */
function isMarked({ notes }: FabmanMade, mark: string): boolean {
  return notes !== null && notes.includes(mark)
}

function isSameAddress({ emailAddress }: FabmanMade, email: string): boolean {
  return emailAddress?.toLowerCase() === email.toLowerCase()
}
