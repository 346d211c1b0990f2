import type { Booking } from '../../contracts/booking.ts'
import { addDays, type Day, dayOf } from '../../rules/time.ts'
import type { Cache } from './cache.ts'
import type { BookingQuery, Calendars, NewBooking, Waitlist, WorkshopSystem } from './workshop-system.ts'

/** Lifetimes in seconds (`decisions.md` 5). */
const lifetimes = { bookings: 60, equipment: 5 * 60, spaces: 15 * 60 }

/** The workshop system behind the specification's cache keys (section 7); members' own data is never kept. */
export function cachedWorkshop(workshop: WorkshopSystem, cache: Cache): WorkshopSystem {
  const cached: WorkshopSystem = {
    ...workshop,
    spaces: () => cache.get('spaces:all', lifetimes.spaces, () => workshop.spaces()),
    space: (id) => cache.get(`space:${id}`, lifetimes.spaces, () => workshop.space(id)),
    equipmentItem: (id) =>
      cache.get(`equipment:${id}`, lifetimes.equipment, () => workshop.equipmentItem(id)),
    equipment({ space }) {
      const key = space === undefined ? 'equipment:all' : `equipment:space:${space}`
      return cache.get(key, lifetimes.equipment, () => workshop.equipment({ space }))
    },
    trainedResources: (member) =>
      cache.get(`equipment:trained:${member}`, lifetimes.equipment, () => workshop.trainedResources(member)),

    async bookings(query) {
      if (isDayOfAllSpaces(query)) {
        const spaces = await cached.spaces()
        const days = await Promise.all(spaces.map(({ id: space }) => cached.bookings({ ...query, space })))
        return days.flat().toSorted((one, other) => (one.fromDateTime < other.fromDateTime ? -1 : 1))
      }
      const key = bookingsKey(query)
      if (key === null) return workshop.bookings(query)
      return cache.get(key, lifetimes.bookings, () => workshop.bookings(query))
    },
    async createBooking(booking) {
      const equipment = await cached.equipmentItem(booking.resource)
      // Also after a refusal: what the caller saw before asking was out of date.
      return workshop.createBooking(booking).finally(() => cache.forget(touchedBy(booking, equipment?.space)))
    },
    async cancelBooking(id, member) {
      const booking = await workshop.cancelBooking(id, member)
      if (booking) await forget(booking)
      return booking
    },
    async changeBooking(id, member, change) {
      // Its old times are free then: they are known only before.
      const old = (await cached.bookings({ member })).find((booking) => booking.id === id)
      const booking = await workshop.changeBooking(id, member, change)
      if (old) await forget(old)
      if (booking) await forget(booking)
      return booking
    },
    ...(workshop.waitlist && { waitlist: ofWaitlist(workshop.waitlist) }),
    ...(workshop.calendars && { calendars: ofCalendars(workshop.calendars) }),
  }
  return cached

  /** Time that becomes free may be offered to whoever waits for it, so every member's bookings may have changed. */
  async function forget(
    booking: Pick<Booking, 'resource' | 'member' | 'fromDateTime' | 'untilDateTime'>,
  ): Promise<void> {
    const resource = idOf(booking.resource)
    const equipment = await cached.equipmentItem(resource)
    const touched = touchedBy({ ...booking, resource, member: idOf(booking.member) }, equipment?.space)
    cache.forget((key) => touched(key) || (!!workshop.waitlist && key.startsWith('bookings:member:')))
  }

  function ofWaitlist(waitlist: Waitlist): Waitlist {
    return {
      ...waitlist,
      async leave(id, member) {
        const place = await waitlist.leave(id, member)
        if (place) await forget(place)
        return place
      },
      async accept(id, member) {
        const booking = await waitlist.accept(id, member)
        if (booking) await forget(booking)
        return booking
      },
    }
  }

  function ofCalendars(calendars: Calendars): Calendars {
    return {
      ...calendars,
      renew: (kind, id) =>
        calendars.renew(kind, id).finally(() => cache.forget((key) => /^spaces?:/.test(key))),
    }
  }
}

/** The keys that a new or cancelled booking makes wrong: all of them, and no other. */
export function touchedBy(
  booking: Pick<NewBooking, 'resource' | 'member' | 'fromDateTime' | 'untilDateTime'>,
  space: number | undefined,
): (key: string) => boolean {
  const days = space === undefined ? [] : daysOf(booking)
  const exact = new Set([
    `bookings:member:${booking.member}`,
    ...days.map((day) => `busy:space:${space}:${day}`),
  ])
  const ranges = `bookings:resource:${booking.resource}:`
  return (key) => {
    if (exact.has(key)) return true
    if (!key.startsWith(ranges)) return false
    const from = key.slice(ranges.length, ranges.length + 16)
    const until = key.slice(-16)
    return booking.fromDateTime < until && from < booking.untilDateTime
  }
}

/** The key that a query fits, null when it fits none and is not kept. */
function bookingsKey(query: BookingQuery): string | null {
  const { member, resource, space, fromDateTime: from, untilDateTime: until, state } = query
  if (state) return null
  const given = [member, resource, space].filter((id) => id !== undefined).length
  if (given !== 1) return null
  if (member !== undefined) return from || until ? null : `bookings:member:${member}`
  if (!from || !until) return null
  if (resource !== undefined) return `bookings:resource:${resource}:${from}:${until}`
  return isWholeDay(query) ? `busy:space:${space}:${dayOf(from)}` : null
}

/** One local day without any other filter: asked per space, so that each is kept under its own key. */
function isDayOfAllSpaces(query: BookingQuery): boolean {
  const { member, resource, space, state } = query
  return member === undefined && resource === undefined && space === undefined && !state && isWholeDay(query)
}

function isWholeDay({ fromDateTime: from, untilDateTime: until }: BookingQuery): boolean {
  return !!from && from.endsWith('T00:00') && until === `${addDays(dayOf(from), 1)}T00:00`
}

function daysOf({ fromDateTime, untilDateTime }: Pick<NewBooking, 'fromDateTime' | 'untilDateTime'>): Day[] {
  const days: Day[] = []
  for (
    let day = dayOf(fromDateTime);
    `${day}T00:00` < untilDateTime && days.length < 3;
    day = addDays(day, 1)
  ) {
    days.push(day)
  }
  return days
}

function idOf(reference: { id: number } | string | number): number {
  return typeof reference === 'object' ? reference.id : Number(reference)
}
