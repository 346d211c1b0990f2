import { type Booking, idOf } from '../../../contracts/booking.ts'
import type { Equipment } from '../../../contracts/equipment.ts'
import type { Space } from '../../../contracts/space.ts'
import { addDays, type Day, dayOf } from '../../../rules/time.ts'
import { type Forgotten, together } from './entries.ts'
import { type Cache, isAway, type OnKept } from './cache.ts'
import type { BookingQuery, Calendars, ChangedBooking, Waitlist, WorkshopSystem } from '../workshop-system.ts'

/** Lifetimes in seconds (`decisions.md` 5). */
const lifetimes = { bookings: 60, equipment: 5 * 60, spaces: 15 * 60 }

/** Who gives `onKept` also takes an older answer while the workshop system is away or slow. */
export interface CachedWorkshop extends WorkshopSystem {
  spaces(onKept?: OnKept): Promise<Space[]>
  space(id: number, onKept?: OnKept): Promise<Space | null>
  equipment(filter: { space?: number }, onKept?: OnKept): Promise<Equipment[]>
  equipmentItem(id: number, onKept?: OnKept): Promise<Equipment | null>
  bookings(filter: BookingQuery, onKept?: OnKept): Promise<Booking[]>
  trainedResources(member: number, onKept?: OnKept): Promise<number[] | null>
}

/** The workshop system behind the specification's cache keys (section 7); members' own data is never kept. */
export function cachedWorkshop(workshop: WorkshopSystem, cache: Cache): CachedWorkshop {
  const cached: CachedWorkshop = {
    ...workshop,
    spaces: (onKept) => cache.get('spaces:all', lifetimes.spaces, () => workshop.spaces(), onKept),
    space: (id, onKept) => cache.get(`space:${id}`, lifetimes.spaces, () => workshop.space(id), onKept),
    equipmentItem: (id, onKept) =>
      cache.get(`equipment:${id}`, lifetimes.equipment, () => workshop.equipmentItem(id), onKept),
    equipment({ space }, onKept) {
      const key = space === undefined ? 'equipment:all' : `equipment:space:${space}`
      return cache.get(key, lifetimes.equipment, () => workshop.equipment({ space }), onKept)
    },
    trainedResources(member, onKept) {
      const load = () => workshop.trainedResources(member)
      return cache.get(`equipment:trained:${member}`, lifetimes.equipment, load, onKept)
    },

    async bookings(query, onKept) {
      if (isDayOfAllSpaces(query)) {
        const spaces = await cached.spaces(onKept)
        const days = await Promise.all(
          spaces.map(({ id: space }) => cached.bookings({ ...query, space }, onKept)),
        )
        return days.flat().toSorted((one, other) => (one.fromDateTime < other.fromDateTime ? -1 : 1))
      }
      const key = bookingsKey(query)
      if (key === null) return workshop.bookings(query)
      return cache.get(key, lifetimes.bookings, () => workshop.bookings(query), onKept)
    },
    async createBooking(booking) {
      const space = spaceOf(booking.resource)
      const touched = async () => touchedBy({ ...booking, equipment: booking.resource, space: await space })
      try {
        const made = await workshop.createBooking(booking)
        await cache.forget(await touched())
        return made
      } catch (error) {
        // Also after a refusal: what the caller saw before asking was out of date. After silence, it may be made.
        await cache.forget({ ...(await touched()), isInVain: isAway(error) })
        throw error
      }
    },
    async cancelBooking(id, member) {
      try {
        const booking = await workshop.cancelBooking(id, member)
        if (booking) await forget(booking)
        return booking
      } catch (error) {
        await cache.forget({ ...ownList(member), isInVain: isAway(error) })
        throw error
      }
    },
    async changeBooking(id, member, change) {
      // Its old times are free then: who asks with its version knows the same ones. Beside the change, not before it,
      // so that a refusal does not wait twice.
      const known = cached
        .bookings({ member }, anyAge)
        .then((own) => own.find((one) => one.id === id && one.lockVersion === change.lockVersion))
        .catch(() => undefined)
      try {
        const booking = await workshop.changeBooking(id, member, change)
        if (!booking) return null
        const old = await known
        const all = old ? await touchedByAll([old, booking]) : around(await touchedByAll([booking]))
        await cache.forget(all)
        return booking
      } catch (error) {
        // As with a refused booking; `change` is where it may be after silence.
        const old = await known
        const all = old ? await touchedByAll([old, { ...old, ...change }]) : ownList(member)
        await cache.forget({ ...all, isInVain: isAway(error) })
        throw error
      }
    },
    ...(workshop.waitlist && { waitlist: ofWaitlist(workshop.waitlist) }),
    ...(workshop.calendars && { calendars: ofCalendars(workshop.calendars) }),
  }
  return cached

  async function forget(booking: Touching): Promise<void> {
    await cache.forget(await touchedByAll([booking]))
  }

  async function touchedByAll(bookings: Touching[]): Promise<Forgotten> {
    const all = bookings.map(async ({ fromDateTime, untilDateTime, ...booking }) => {
      const [equipment, member] = [idOf(booking.resource), idOf(booking.member)]
      return touchedBy({ equipment, member, fromDateTime, untilDateTime, space: await spaceOf(equipment) })
    })
    return together(await Promise.all(all))
  }

  /** Where a machine stands; undefined when nobody can tell now. */
  async function spaceOf(resource: number): Promise<number | undefined> {
    const equipment = await cached.equipmentItem(resource, anyAge).catch(() => null)
    return equipment?.space
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
      async renew(kind, id) {
        try {
          return await calendars.renew(kind, id)
        } finally {
          await cache.forget({ keys: ['spaces:all'], prefixes: ['space:'] })
        }
      },
    }
  }
}

type Touching = Pick<Booking, 'resource' | 'member' | 'fromDateTime' | 'untilDateTime'>

/** Where a machine stands does not change from one day to the next. */
const anyAge: OnKept = () => {}

/** The keys that a new, cancelled or charged booking makes wrong: all of them, and no other. */
export function touchedBy({
  equipment,
  member,
  space,
  fromDateTime,
  untilDateTime,
}: ChangedBooking): Forgotten {
  const days = space === undefined ? [] : daysOf({ fromDateTime, untilDateTime })
  return {
    keys: [`bookings:member:${member}`, ...days.map((day) => `busy:space:${space}:${day}`)],
    // Of all spaces where nobody can say in which it is.
    prefixes: space === undefined ? ['busy:space:'] : [],
    ranges: [{ prefix: `bookings:resource:${equipment}:`, fromDateTime, untilDateTime }],
  }
}

function ownList(member: number): Forgotten {
  return { keys: [`bookings:member:${member}`] }
}

/** Where a booking was before, nobody says: whatever of its machine and its space. */
export function around({ keys = [], prefixes = [], ranges = [] }: Forgotten): Forgotten {
  const spaces = keys.flatMap((key) => /^busy:space:\d+:/.exec(key)?.[0] ?? [])
  return { keys, prefixes: [...prefixes, ...new Set(spaces), ...ranges.map(({ prefix }) => prefix)] }
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

function daysOf({
  fromDateTime,
  untilDateTime,
}: Pick<ChangedBooking, 'fromDateTime' | 'untilDateTime'>): Day[] {
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
