import type { Transaction } from 'kysely'
import { Problem } from '../../../../contracts/problem.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { type BookingCase, rangeOf } from '../../../../rules/booking/booking.ts'
import { toDecimal } from '../../../../rules/money.ts'
import { type CaseRow, readCaseRows } from './case.store.ts'

type Asked = { resource: number; member: number; requestKey?: string } & BookingCase['request']

/**
 * A request with all that decides it, as it stands in this transaction; `known` is the booking that a request with the
 * same key has made. @throws Problem `notFound`
 */
export async function readCase(
  tx: Database | Transaction<Tables>,
  asked: Asked,
  now: Date,
  changed?: { id: number } & BookingCase['request'],
): Promise<DecidedCase> {
  const [row = null] = await readCaseRows(tx, [queryOf(asked, changed?.id)])
  const decided = caseOf(row, asked, now)
  if (decided instanceof Problem) throw decided
  return { ...decided, ...(changed && { changed }) }
}

/** As `readCase` for each of several: what is wrong with one keeps none of the others back. */
export async function readCases(
  tx: Transaction<Tables>,
  all: Asked[],
  now: Date,
): Promise<(DecidedCase | Problem)[]> {
  const rows = await readCaseRows(
    tx,
    all.map((asked) => queryOf(asked)),
  )
  return all.map((asked, index) => caseOf(rows[index] ?? null, asked, now))
}

function queryOf(asked: Asked, except?: number) {
  const { resource, member, requestKey } = asked
  return { resource, member, requestKey, ...rangeOf(asked), except }
}

function caseOf(row: CaseRow | null, asked: Asked, now: Date): DecidedCase | Problem {
  if (!row) return unknown('resource')
  if (!row.member) return unknown('member')
  const { known, space, equipment, trainings, packages, account, existing } = row
  return {
    now,
    known,
    space,
    equipment: { ...equipment, pricePerBooking: toDecimal(equipment.pricePerBookingCents) },
    member: { ...row.member, trainings, packages, account },
    existing,
    request: asked,
  }
}

export interface DecidedCase extends BookingCase {
  known: number | null
  space: CaseRow['space']
  equipment: BookingCase['equipment'] & CaseRow['equipment']
  member: BookingCase['member'] & NonNullable<CaseRow['member']>
}

/** What a request names is not there. */
export function unknown(field: string): Problem {
  return new Problem('notFound', { errors: [{ field, message: 'unknown id' }] })
}
