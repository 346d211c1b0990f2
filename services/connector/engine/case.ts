import type { Transaction } from 'kysely'
import { Problem } from '../../../contracts/problem.ts'
import type { Tables } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database.ts'
import { type BookingCase, rangeOf } from '../../../rules/booking.ts'
import { toDecimal } from '../../../rules/money.ts'
import { readCaseRow } from './case.store.ts'

/**
 * A request with all that decides it, as it stands in this transaction; `known` is the booking that a request with the
 * same key has made. @throws Problem `notFound`
 */
export async function readCase(
  tx: Database | Transaction<Tables>,
  asked: { resource: number; member: number; requestKey?: string } & BookingCase['request'],
  now: Date,
  changed?: { id: number } & BookingCase['request'],
) {
  const { resource, member, requestKey } = asked
  const row = await readCaseRow(tx, { resource, member, requestKey, ...rangeOf(asked), except: changed?.id })
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
  } satisfies BookingCase & { known: number | null }
}

export type DecidedCase = Awaited<ReturnType<typeof readCase>>

/** What a request names is not there. */
export function unknown(field: string): Problem {
  return new Problem('notFound', { errors: [{ field, message: 'unknown id' }] })
}
