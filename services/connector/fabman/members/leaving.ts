import { FabmanVersionedMember } from '../../../../contracts/fabman.ts'
import type { MemberData } from '../../../../contracts/personal-data.ts'
import { toLocal } from '../../../../rules/time.ts'
import type { WorkshopSystem } from '../../workshop-system.ts'
import { createCalendarStore } from '../calendars/calendars.store.ts'
import { idOf } from '../bookings/reader.ts'
import { createIntentStore } from '../bookings/intents.store.ts'
import { createUncoveredStore } from '../bookings/uncovered.store.ts'
import { writeMs } from '../failures.ts'
import type { Parts } from '../parts.ts'
import { changeVersioned } from './changing.ts'
import { displayKeysOf } from './keys.ts'
import { createMembers } from './members.ts'

/** Fields of a member that say who it is. Fabman takes no member without a name. */
const nobody = {
  firstName: 'Erased',
  lastName: 'Erased',
  ...Object.fromEntries(
    `emailAddress dateOfBirth gender company phone address address2 zip city countryCode region notes language
    billingEmailAddress billingFirstName billingLastName billingCompany billingAddress billingAddress2 billingZip
    billingCity billingCountryCode billingRegion billingInvoiceText`
      .split(/\s+/)
      .map((field) => [field, null]),
  ),
}

/**
 * What a member takes along, and what stays at Fabman of one who leaves: a member without a name, because its bookings and
 * Fabman's own invoices point to it. Fabman itself keeps the history of changes.
 */
export function leavingCalls(parts: Parts, cancelBooking: NonNullable<WorkshopSystem['cancelBooking']>) {
  const { client, directory, reader, db, cache, clock, now } = parts
  const members = createMembers({ client, directory })
  return {
    async memberData(id): Promise<MemberData | null> {
      const profile = await members.member(id)
      if (!profile) return null
      const credits = (await members.credits(id)) ?? []
      const uses = await Promise.all(credits.map((credit) => members.creditUses(id, credit.id)))
      return {
        profile: [profile],
        bookings: await reader.bookings({ member: id, state: '' }),
        credits: credits.map((credit) => ({ ...credit })),
        creditUses: uses.flatMap((each) => each ?? []),
        packages: (await members.packages(id)) ?? [],
        trainings: (await members.trainings(id)) ?? [],
      }
    },

    async forgetMember(id) {
      const [space] = await directory.spaces()
      const today = toLocal(clock(), space?.timezone ?? 'Europe/Berlin')
      const coming = (await reader.rawList({ member: id, state: '' })).filter(
        (booking) => booking.state !== 'cancelled' && booking.fromDateTime > today,
      )
      for (const booking of coming) await cancelBooking(booking.id, idOf(booking.member))
      try {
        await changeVersioned(parts, {
          path: `/members/${id}`,
          schema: FabmanVersionedMember,
          body: nobody,
          isDone: ({ firstName, emailAddress }) => firstName === nobody.firstName && !emailAddress,
          field: 'member',
        })
        await client.delete(`/members/${id}/key`, now() + writeMs)
      } finally {
        await cache.invalidate([`fabman:member:${id}`, `${displayKeysOf(id)}*`])
      }
      await createCalendarStore(db).forget(id)
      await createIntentStore(db).forget(id)
      await createUncoveredStore(db).forget(id)
      return {}
    },
  } satisfies Partial<WorkshopSystem>
}
