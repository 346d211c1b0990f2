import { Problem } from '../../../contracts/problem.ts'
import { readBody, readParams, readQuery } from '../../../platform/http/service.ts'
import type { Authorization } from './callers.ts'
import { ownId } from './bookings.ts'
import { existing, type Handler, supported } from './handler.ts'
import type { Write } from '../../../platform/idempotency.ts'
import { CheckInBody, IdPath, NoQuery, WaitlistBody, WaitlistQuery } from './routes.ts'
import type { WorkshopSystem } from '../workshop-system.ts'

type Names = 'waitlist' | 'joinWaitlist' | 'leaveWaitlist' | 'acceptOffer' | 'checkIn'

/** Lines for taken times, and arriving at a machine: what members do beyond booking. */
export function waitlistHandlers({
  workshop,
  authorization,
  write,
}: {
  workshop: WorkshopSystem
  authorization: Authorization
  write: Write
}): Record<Names, Handler> {
  return {
    async waitlist(c) {
      const { member } = readQuery(c, WaitlistQuery)
      return c.json(await supported(workshop.waitlist).ofMember(member))
    },
    async joinWaitlist(c) {
      const member = await authorization.member(c.req.raw)
      readQuery(c, NoQuery)
      return write(c, member, async () => {
        const { resource, ...asked } = await readBody(c, WaitlistBody)
        const own = { ...asked, resource: Number(resource), member: ownId(asked.member, member) }
        return c.json(await supported(workshop.waitlist).join(own), 201)
      })
    },
    async leaveWaitlist(c) {
      const member = await authorization.member(c.req.raw)
      readQuery(c, NoQuery)
      const { id } = readParams(c, IdPath)
      return write(c, member, async () =>
        c.json(existing(await supported(workshop.waitlist).leave(id, member))),
      )
    },
    async acceptOffer(c) {
      const member = await authorization.member(c.req.raw)
      readQuery(c, NoQuery)
      const { id } = readParams(c, IdPath)
      return write(c, member, async () =>
        c.json(existing(await supported(workshop.waitlist).accept(id, member))),
      )
    },
    async checkIn(c) {
      const member = await authorization.member(c.req.raw)
      readQuery(c, NoQuery)
      return write(c, member, async () => {
        const { resource, secret, ...given } = await readBody(c, CheckInBody)
        const own = ownId(given.member, member)
        const booking = await supported(workshop.checkIn).arrive(Number(resource), own, secret)
        if (booking) return c.json(booking)
        throw new Problem('notFound', { errors: [{ field: 'secret', message: 'unknown code' }] })
      })
    },
  }
}
