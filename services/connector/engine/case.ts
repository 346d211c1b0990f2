import type { Transaction } from 'kysely'
import { Problem } from '../../../contracts/problem.ts'
import type { Tables } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database.ts'
import { type BookingCase, rangeOf } from '../../../rules/booking.ts'
import { takenTimes } from './bookings.store.ts'
import { readEquipment } from './equipment.store.ts'
import { memberById, packagesFor, trainingsOf } from './members.store.ts'
import { accountOf } from './money.store.ts'
import { readSpaces } from './spaces.store.ts'

/** A request with all that decides it, as it stands in this transaction. @throws Problem `notFound` */
export async function readCase(
  tx: Database | Transaction<Tables>,
  asked: { resource: number; member: number } & BookingCase['request'],
  now: Date,
  changed?: { id: number } & BookingCase['request'],
) {
  const [equipment] = await readEquipment(tx, { id: asked.resource })
  if (!equipment) throw unknown('resource')
  const member = await memberById(tx, asked.member)
  if (!member) throw unknown('member')
  const [space] = await readSpaces(tx, equipment.space)
  if (!space) throw new Error(`equipment ${equipment.id} has no space`)
  const [trainings, packages, account, existing] = [
    await trainingsOf(tx, member.id),
    (await packagesFor(tx, member.id))(equipment.id),
    await accountOf(tx, member.id, changed?.id),
    await takenTimes(tx, {
      space: space.id,
      resource: equipment.id,
      member: member.id,
      ...rangeOf(asked),
      ...(changed && { except: changed.id }),
    }),
  ]
  return {
    now,
    space,
    equipment,
    member: { ...member, trainings, packages, account },
    existing,
    request: asked,
    ...(changed && { changed }),
  } satisfies BookingCase
}

/** What a request names is not there. */
export function unknown(field: string): Problem {
  return new Problem('notFound', { errors: [{ field, message: 'unknown id' }] })
}
