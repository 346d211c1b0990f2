import type { WorkshopSystem } from '../workshop-system.ts'
import type { Cache, OnStale } from './cache.ts'
import { bookingsKey, isDayOfAllSpaces } from './keys.ts'

/** Lifetimes of cache entries in seconds. */
const lifetimes = { bookings: 60, equipment: 5 * 60, spaces: 15 * 60 }

type CachedRead =
  | 'spaces'
  | 'space'
  | 'equipment'
  | 'equipmentItem'
  | 'trainingCourses'
  | 'bookings'
  | 'trainedEquipment'

/** With `onStale` a stale answer is accepted while the workshop system is away or slow. */
export type CachedWorkshop = Omit<WorkshopSystem, CachedRead> & {
  [Name in CachedRead]: (
    ...asked: [...Parameters<WorkshopSystem[Name]>, onStale?: OnStale]
  ) => ReturnType<WorkshopSystem[Name]>
}

/**
 * Caches reads of spaces, equipment, trainings, bookings and trained equipment. The workshop system reports the bookings
 * that it changes, see ReportsChanges.
 * @param bookingsSeconds the present lifetime of bookings, see docs/decisions/023-shared-cache.md
 */
export function cachedWorkshop(
  workshop: WorkshopSystem,
  cache: Cache,
  bookingsSeconds: () => number = () => lifetimes.bookings,
): CachedWorkshop {
  const { renewCalendarToken } = workshop
  const cached: CachedWorkshop = {
    ...workshop,
    spaces: (onStale) => cache.get('spaces:all', lifetimes.spaces, () => workshop.spaces(), onStale),
    space: (id, onStale) => cache.get(`space:${id}`, lifetimes.spaces, () => workshop.space(id), onStale),
    equipmentItem: (id, onStale) =>
      cache.get(`equipment:${id}`, lifetimes.equipment, () => workshop.equipmentItem(id), onStale),
    equipment({ space }, onStale) {
      const key = space === undefined ? 'equipment:all' : `equipment:space:${space}`
      return cache.get(key, lifetimes.equipment, () => workshop.equipment({ space }), onStale)
    },
    trainingCourses: (onStale) =>
      cache.get('training-courses:all', lifetimes.equipment, () => workshop.trainingCourses(), onStale),
    trainedEquipment(member, query, onStale) {
      const load = () => workshop.trainedEquipment(member, query)
      // Of another day as fresh as the access on it, with which it is shown.
      if (query.day !== undefined) return load()
      return cache.get(`equipment:trained:${member}`, lifetimes.equipment, load, onStale)
    },
    async bookings(query, onStale) {
      if (isDayOfAllSpaces(query)) {
        const spaces = await cached.spaces(onStale)
        const days = await Promise.all(
          spaces.map(({ id: space }) => cached.bookings({ ...query, space }, onStale)),
        )
        return days.flat().toSorted((one, other) => (one.fromDateTime < other.fromDateTime ? -1 : 1))
      }
      const key = bookingsKey(query)
      if (key === null) return workshop.bookings(query)
      return cache.get(key, bookingsSeconds(), () => workshop.bookings(query), onStale)
    },
    async grant(key, grant) {
      // A failed grant may have given a training, to a new member whose id only its result would tell.
      let member = 'id' in grant.member ? String(grant.member.id) : '*'
      try {
        const granted = await workshop.grant(key, grant)
        member = String(granted.member)
        return granted
      } finally {
        await cache.invalidate([`equipment:trained:${member}`])
      }
    },
    ...(workshop.endTraining && { endTraining: thenInvalidate(cache, workshop.endTraining) }),
    ...(workshop.removeTraining && { removeTraining: thenInvalidate(cache, workshop.removeTraining) }),
    // A space carries the address of its calendar.
    ...(renewCalendarToken && {
      async renewCalendarToken(kind, id) {
        try {
          return await renewCalendarToken(kind, id)
        } finally {
          await cache.invalidate(['spaces:all', 'space:*'])
        }
      },
    }),
  }
  return cached
}

/** Invalidates what a member is trained on after a write; a failed one may have been carried out. */
function thenInvalidate<Rest extends unknown[], T>(
  cache: Cache,
  write: (member: number, ...rest: Rest) => Promise<T>,
) {
  return async (member: number, ...rest: Rest): Promise<T> => {
    try {
      return await write(member, ...rest)
    } finally {
      await cache.invalidate([`equipment:trained:${member}`])
    }
  }
}
