import type { Transaction } from 'kysely'
import { Problem } from '../../../../contracts/problem.ts'
import type { Tables } from '../../../../db/tables.gen.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { type BookingCase, rangeOf } from '../../../../rules/booking/booking.ts'
import { toDecimal } from '../../../../rules/money.ts'
import { type CaseRow, readCaseRow } from './case.store.ts'

/** A request for a booking: new, or the new times of one. */
export type AskedCase = { equipment: number; member: number; requestKey?: string } & BookingCase['request']

/** A request with all that decides it. */
export interface DecidedCase extends BookingCase {
  /** The booking that a request with the same key made before. */
  known: number | null
  space: CaseRow['space']
  equipment: BookingCase['equipment'] & CaseRow['equipment']
  member: BookingCase['member'] & NonNullable<CaseRow['member']>
}

/**
 * Reads all that decides a request. Take the locks first.
 * @param changed the booking that gets new times
 * @throws Problem `notFound`
 */
export async function readCase(
  db: Database | Transaction<Tables>,
  asked: AskedCase,
  now: Date,
  changed?: { id: number } & BookingCase['request'],
): Promise<DecidedCase> {
  const row = await readCaseRow(db, { ...asked, ...rangeOf(asked), except: changed?.id })
  if (!row) throw unknown('resource')
  if (!row.member) throw unknown('member')
  const { known, space, equipment, trainings, packages, account, existing } = row
  return {
    now,
    known,
    space,
    equipment: { ...equipment, pricePerBooking: toDecimal(equipment.pricePerBookingCents) },
    member: { ...row.member, trainings, packages, account },
    existing,
    request: asked,
    ...(changed && { changed }),
  }
}

/** The problem of a request that names something that does not exist. */
export function unknown(field: string): Problem {
  return new Problem('notFound', { errors: [{ field, message: 'unknown id' }] })
}
