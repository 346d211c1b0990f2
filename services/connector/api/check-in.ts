import { Problem } from '../../../contracts/problem.ts'
import type { WorkshopSystem } from '../workshop-system.ts'
import { ownId } from './bookings.ts'
import { type ConnectorHandlers, orNotSupported } from './handler.ts'

/** Check-in by the QR code of a piece of equipment, and the secrets in those codes. */
export function checkInHandlers(workshop: WorkshopSystem) {
  return {
    async checkIn({ body, member }) {
      const own = ownId(body.member, member)
      const desk = orNotSupported(workshop.checkIn)
      const booking = await desk.arrive(Number(body.resource), own, body.secret)
      if (booking) return booking
      throw new Problem('notFound', { errors: [{ field: 'secret', message: 'unknown code' }] })
    },
    checkInSecret: async ({ params }) => orNotSupported(workshop.checkIn).secret(params.id),
    renewCheckInSecret: async ({ params }) => orNotSupported(workshop.checkIn).renew(params.id),
  } satisfies Partial<ConnectorHandlers>
}
