import { Problem } from '../../contracts/problem.ts'
import { readBody, readParams, readQuery } from '../../platform/http.ts'
import type { Authorization } from './authorization.ts'
import { existing, type Handler } from './handler.ts'
import { BookingsQuery, IdPath, NewBookingBody, NoQuery } from './routes.ts'
import type { WorkshopSystem } from './workshop-system.ts'

/** Bookings: read with a connector token, written by the member whose they are. */
export function bookingHandlers({
  workshop,
  authorization,
}: {
  workshop: WorkshopSystem
  authorization: Authorization
}): Record<'bookings' | 'createBooking' | 'cancelBooking', Handler> {
  return {
    async bookings(c) {
      return c.json(await workshop.bookings(readQuery(c, BookingsQuery)))
    },
    async createBooking(c) {
      const member = await authorization.member(c.req.raw)
      readQuery(c, NoQuery)
      const { title, fromDateTime, untilDateTime, ...asked } = await readBody(c, NewBookingBody)
      if (Number(asked.member) !== member) {
        throw new Problem('notFound', { errors: [{ field: 'member', message: 'your own member id' }] })
      }

      const resource = Number(asked.resource)
      const times = { fromDateTime, untilDateTime }
      const booking = await workshop.createBooking({ ...times, resource, member, title: title ?? null })
      return c.json(booking, 201)
    },
    async cancelBooking(c) {
      const member = await authorization.member(c.req.raw)
      readQuery(c, NoQuery)
      const { id } = readParams(c, IdPath)
      return c.json(existing(await workshop.cancelBooking(id, member)))
    },
  }
}
