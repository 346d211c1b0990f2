import { Problem, refusalNotes } from '../../../contracts/problem.ts'
import type { MemberCalls, WorkshopSystem } from '../workshop-system.ts'
import type { ConnectorHandlers } from './pass-on.ts'

/** The members' calls that name equipment and member in the body, as text. */
export function memberCalls(workshop: WorkshopSystem) {
  return {
    async createBooking({ body, member, requestKey }) {
      const booking = { ...ownTimes(body, member), title: body.title ?? null }
      return workshop.createBooking({ ...booking, ...(requestKey && { requestKey }) })
    },
    async quoteBooking({ body: { moves, ...asked }, member, locale }) {
      const { cost, refusals } = await workshop.quoteBooking({
        ...ownTimes(asked, member),
        moves: moves === undefined ? moves : Number(moves),
      })
      return { cost, refusals: refusalNotes(refusals, locale) }
    },
    async joinWaitlist({ body, member }) {
      const asked = ownTimes(body, member)
      if (!workshop.joinWaitlist) throw new Problem('notSupported')
      return workshop.joinWaitlist(asked)
    },
    async checkIn({ body: { secret, ...asked }, member }) {
      const { equipment } = ownIds(asked, member)
      if (!workshop.checkIn) throw new Problem('notSupported')
      const booking = await workshop.checkIn(equipment, member, secret)
      if (booking) return booking
      throw new Problem('notFound', { errors: [{ field: 'secret', message: 'unknown code' }] })
    },
  } satisfies Pick<ConnectorHandlers, keyof MemberCalls>
}

interface Ids {
  resource: string
  member: string
}

/** @throws Problem `notFound` for another member's id */
function ownIds(given: Ids, member: number): { equipment: number; member: number } {
  if (Number(given.member) === member) return { equipment: Number(given.resource), member }
  throw new Problem('notFound', { errors: [{ field: 'member', message: 'your own member id' }] })
}

function ownTimes(asked: Ids & { fromDateTime: string; untilDateTime: string }, member: number) {
  const { fromDateTime, untilDateTime } = asked
  return { fromDateTime, untilDateTime, ...ownIds(asked, member) }
}
