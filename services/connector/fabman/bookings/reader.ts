import type { FabmanReader } from '../../../../clients/fabman/fabman.ts'
import { type Booking, bookingsLimit } from '../../../../contracts/booking.ts'
import { FabmanBooking } from '../../../../contracts/fabman.ts'
import type { BookingQuery } from '../../workshop-system.ts'
import type { Directory } from '../directory/directory.ts'

/** The member of a booking that the staff made without one: it only holds time. */
const nobody = 0

/** Reads bookings. All throw FabmanUnavailable or FabmanRefused. */
export function createBookingReader({ client, directory }: { client: FabmanReader; directory: Directory }) {
  const resolve = ['resource', 'member']

  /** Puts short objects in place of ids that Fabman has not resolved. */
  async function complete(booking: FabmanBooking, isMemberNeeded: boolean): Promise<Booking> {
    const { resource, member } = booking
    const item = typeof resource === 'number' ? await directory.equipmentItem(resource) : null
    const person = typeof member === 'number' && isMemberNeeded ? await directory.member(member) : null
    return {
      ...booking,
      resource: item ? { id: item.id, name: item.name, state: item.state } : resource,
      member: person ? shortMember(person) : shortMember(member),
    }
  }

  return {
    complete: (booking: FabmanBooking) => complete(booking, true),
    bare: (booking: FabmanBooking): Booking => ({ ...booking, member: shortMember(booking.member) }),
    /** Returns all bookings that fit, as `raw`. */
    rawList: async (filter: BookingQuery): Promise<FabmanBooking[]> =>
      ((await client.list('/bookings', FabmanBooking, queryOf(filter))) ?? []).filter((booking) =>
        fits(booking, filter),
      ),
    /** Returns the booking with bare ids; null = there is none. */
    raw: (id: number): Promise<FabmanBooking | null> => client.get(`/bookings/${id}`, FabmanBooking),

    /** Applies every filter here as well: Fabman does not document how it applies them. */
    async bookings({ space, ...filter }: BookingQuery): Promise<Booking[]> {
      const found = (await client.list('/bookings', FabmanBooking, { ...queryOf(filter), resolve })) ?? []
      const inSpace = space === undefined ? null : new Set(await resourcesOf(space))
      const fitting = found.filter(
        (booking) => fits(booking, filter) && (inSpace?.has(idOf(booking.resource)) ?? true),
      )
      const bookings = await Promise.all(fitting.map((booking) => complete(booking, false)))
      return latest(bookings, filter.fromDateTime !== undefined).toSorted(byStart)
    },
  }

  async function resourcesOf(space: number): Promise<number[]> {
    return (await directory.equipment()).filter((item) => item.space === space).map(({ id }) => id)
  }
}
export type BookingReader = ReturnType<typeof createBookingReader>

/** Returns the id of an id or a short object; 0 for no member. */
export function idOf(reference: number | { id: number } | null): number {
  return typeof reference === 'object' ? (reference?.id ?? nobody) : reference
}

/** An empty state means every state; Fabman does not document that it takes one. */
function queryOf({ state, ...filter }: BookingQuery) {
  return { ...filter, ...(state && { state }) }
}

function fits(booking: FabmanBooking, filter: BookingQuery): boolean {
  const { member, resource, state, fromDateTime, untilDateTime } = filter
  return (
    (member === undefined || idOf(booking.member) === member) &&
    (resource === undefined || idOf(booking.resource) === resource) &&
    (!state || booking.state === state) &&
    (fromDateTime === undefined || booking.untilDateTime > fromDateTime) &&
    (untilDateTime === undefined || booking.fromDateTime < untilDateTime)
  )
}

interface ShortMember {
  id: number
  memberNumber: string
  firstName: string | null
  lastName: string | null
  state: string
  company: string | null
}

function shortMember(member: ShortMember | number | null): Booking['member'] {
  if (member === null || typeof member === 'number') return member ?? nobody
  const { id, memberNumber, firstName, lastName, state, company } = member
  return { id, memberNumber, firstName: firstName ?? '', lastName: lastName ?? '', state, company }
}

/** Returns the latest bookings up to the limit. With a start time, cancelled bookings are left out first. */
function latest(bookings: Booking[], isSince: boolean): Booking[] {
  const isHeld = ({ state }: Booking) => Number(isSince && state !== 'cancelled')
  return bookings
    .toSorted((one, other) => isHeld(one) - isHeld(other) || byStart(one, other))
    .slice(-bookingsLimit)
}

function byStart(one: Booking, other: Booking): number {
  if (one.fromDateTime === other.fromDateTime) return one.id - other.id
  return one.fromDateTime < other.fromDateTime ? -1 : 1
}
