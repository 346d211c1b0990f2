import type { WorkshopSystem } from '../workshop-system.ts'
import { ownId } from './bookings.ts'
import { type ConnectorHandlers, orNotSupported } from './handler.ts'

/** Waitlists of taken times. */
export function waitlistHandlers(workshop: WorkshopSystem) {
  return {
    waitlist: async ({ query }) => orNotSupported(workshop.waitlist).ofMember(query.member),
    async joinWaitlist({ body: { resource, ...times }, member }) {
      const own = { ...times, resource: Number(resource), member: ownId(times.member, member) }
      return orNotSupported(workshop.waitlist).join(own)
    },
    leaveWaitlist: async ({ params, member }) => orNotSupported(workshop.waitlist).leave(params.id, member),
    acceptOffer: async ({ params, member }) => orNotSupported(workshop.waitlist).accept(params.id, member),
  } satisfies Partial<ConnectorHandlers>
}
