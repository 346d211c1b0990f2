import type { QuotedBooking } from '../../../contracts/booking.ts'
import { Problem, refusalNotes } from '../../../contracts/problem.ts'
import type { CachedWorkshop } from '../cache/cached-workshop.ts'
import { type ConnectorHandlers, orNotSupported, tellAge } from './handler.ts'

/** Bookings: services read them, members write their own. */
export function bookingHandlers(workshop: CachedWorkshop) {
  return {
    bookings: ({ query, c }) => workshop.bookings(query, tellAge(c)),
    async createBooking({ body, member, requestKey }) {
      const booking = { ...timesOf(body, member), title: body.title ?? null }
      return workshop.createBooking({ ...booking, ...(requestKey && { requestKey }) })
    },
    async quoteBooking({ body: { moves, ...times }, member, locale }) {
      const { cost, refusals } = await workshop.quoteBooking({
        ...timesOf(times, member),
        moves: moves === undefined ? moves : Number(moves),
      })
      return { cost, refusals: refusalNotes(refusals, locale) }
    },
    changeBooking: ({ params, body, member, requestKey }) =>
      workshop.changeBooking(params.id, member, { ...body, ...(requestKey && { requestKey }) }),
    bookingCosts: async ({ query }) => orNotSupported(workshop.bookingCosts)(query.ids),
    cancelBooking: ({ params, member }) => workshop.cancelBooking(params.id, member),
  } satisfies Partial<ConnectorHandlers>
}

/** @throws Problem `notFound` for another member's id */
export function ownId(given: string, member: number): number {
  if (Number(given) === member) return member
  throw new Problem('notFound', { errors: [{ field: 'member', message: 'your own member id' }] })
}

function timesOf({ fromDateTime, untilDateTime, ...ids }: QuotedBooking, member: number) {
  return { fromDateTime, untilDateTime, resource: Number(ids.resource), member: ownId(ids.member, member) }
}
