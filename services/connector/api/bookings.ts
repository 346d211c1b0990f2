import type { BookingCreation, QuotedBooking } from '../../../contracts/booking.ts'
import { Problem, refusalNotes } from '../../../contracts/problem.ts'
import { localeOf, readBody, readParams, readQuery } from '../../../platform/http/service.ts'
import type { Authorization } from './callers.ts'
import type { Write } from '../../../platform/idempotency.ts'
import type { CachedWorkshop } from '../cache/cached-workshop.ts'
import { existing, type Handler, supported, tellAge } from './handler.ts'
import {
  BookingChangeBody,
  BookingsQuery,
  CostsQuery,
  IdPath,
  NewBookingBody,
  NoQuery,
  QuoteBody,
} from './routes.ts'
import type { NewBooking } from '../workshop-system.ts'

type Names =
  | 'bookings'
  | 'createBooking'
  | 'quoteBooking'
  | 'changeBooking'
  | 'cancelBooking'
  | 'bookingCosts'

/** Bookings: read with a connector token, written by the member whose they are. */
export function bookingHandlers({
  workshop,
  authorization,
  write,
}: {
  workshop: CachedWorkshop
  authorization: Authorization
  write: Write
}): Record<Names, Handler> {
  return {
    async bookings(c) {
      return c.json(await workshop.bookings(readQuery(c, BookingsQuery), tellAge(c)))
    },
    async createBooking(c) {
      const member = await authorization.member(c.req.raw)
      readQuery(c, NoQuery)
      return write(c, member, async (requestKey) => {
        const asked = newBooking(await readBody(c, NewBookingBody), member)
        return c.json(await workshop.createBooking({ ...asked, ...(requestKey && { requestKey }) }), 201)
      })
    },
    async quoteBooking(c) {
      const member = await authorization.member(c.req.raw)
      readQuery(c, NoQuery)
      const { moves, ...asked } = await readBody(c, QuoteBody)
      const { cost, refusals } = await workshop.quoteBooking({
        ...timesOf(asked, member),
        moves: moves === undefined ? moves : Number(moves),
      })
      return c.json({ cost, refusals: refusalNotes(refusals, localeOf(c.req.raw)) })
    },
    async changeBooking(c) {
      const member = await authorization.member(c.req.raw)
      readQuery(c, NoQuery)
      const { id } = readParams(c, IdPath)
      return write(c, member, async (requestKey) => {
        const change = await readBody(c, BookingChangeBody)
        const keyed = { ...change, ...(requestKey && { requestKey }) }
        return c.json(existing(await workshop.changeBooking(id, member, keyed)))
      })
    },
    async bookingCosts(c) {
      const { ids } = readQuery(c, CostsQuery)
      return c.json(await supported(workshop.bookingCosts)(ids))
    },
    async cancelBooking(c) {
      const member = await authorization.member(c.req.raw)
      readQuery(c, NoQuery)
      const { id } = readParams(c, IdPath)
      return write(c, member, async () => c.json(existing(await workshop.cancelBooking(id, member))))
    },
  }
}

/** @throws Problem `notFound` for somebody else's member id */
export function ownId(given: string, member: number): number {
  if (Number(given) === member) return member
  throw new Problem('notFound', { errors: [{ field: 'member', message: 'your own member id' }] })
}

function newBooking({ title, ...asked }: BookingCreation, member: number): NewBooking {
  return { ...timesOf(asked, member), title: title ?? null }
}

function timesOf({ fromDateTime, untilDateTime, ...asked }: QuotedBooking, member: number) {
  return {
    fromDateTime,
    untilDateTime,
    resource: Number(asked.resource),
    member: ownId(asked.member, member),
  }
}
